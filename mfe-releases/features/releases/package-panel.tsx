import type { ReleasedPackage } from '@portal/contracts/release'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { HoursTable } from './hours-table.tsx'
import styles from './releases.module.css'
import { type VersionRow, VersionsTable } from './versions-table.tsx'
import { packageName, sinceText } from './wording.ts'

/** Shows what is live of one package and since when, and compares its versions. */
export function PackagePanel({ released, onOpen }: { released: ReleasedPackage; onOpen: () => void }) {
  const { name, current, canary, live_since, live_by } = released
  const rows = toVersionRows(released)
  const byHour = rows.flatMap(({ role, release: { reports } }) =>
    reports?.hours ? { role, hours: reports.hours } : [],
  )
  return (
    <Panel
      title={packageName(name)}
      action={canary && <StatusBadge tone="progress">{`Канарейка ${canary.percent}\u00A0%`}</StatusBadge>}
    >
      <p className={styles.live}>
        <span className={styles.version}>{current.version}</span>
        <span className={styles.since}>{sinceText(live_since, live_by)}</span>
      </p>
      <VersionsTable name={name} rows={rows} />
      <HoursTable name={name} rows={byHour} />
      <Button
        variant="secondary"
        full
        aria-haspopup="dialog"
        aria-label={`Версии и действия: ${name}`}
        onClick={onOpen}
      >
        Версии и действия
      </Button>
    </Panel>
  )
}

/** The versions that pages may run. */
function toVersionRows({ current, canary, history: [previous] }: ReleasedPackage): VersionRow[] {
  return [
    { role: 'Сейчас', release: current },
    ...(canary ? [{ role: 'Канарейка', release: canary }] : []),
    ...(previous ? [{ role: 'Прежняя', release: previous }] : []),
  ]
}
