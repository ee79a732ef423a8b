import type { ReleasedPackage, ReleaseSummary } from '@portal/contracts/release'
import type { Elements } from '@portal/shared/elements'
import { formatMoment } from '@portal/shared/format/date'
import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { type ReactElement, useState } from 'react'
import { ChangeForm } from './change-form.tsx'
import { type Change, changeTexts, possibleChanges } from './changes.ts'
import styles from './package-sheet.module.css'
import { packageName, sourceText } from './wording.ts'

type PackageSheetProps = {
  released: ReleasedPackage
  /** Of the live registry. */
  sequence: number
  canChange: boolean
  open: boolean
  onClose: () => void
}

/** Shows the releases of a package with the possible changes of each, then asks before a change. */
export function PackageSheet({ released, sequence, canChange, open, onClose }: PackageSheetProps) {
  const { name, current, canary, history, withdrawn } = released
  const [change, setChange] = useState<Change | null>(null)

  function close() {
    setChange(null)
    onClose()
  }

  const renderEntry = (release: ReleaseSummary, badge: ReactElement): Elements => (
    <Release
      key={release.version}
      release={release}
      badge={badge}
      changes={canChange ? possibleChanges(released, release.version) : []}
      onChange={setChange}
    />
  )

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={change ? changeTexts[change.kind].title : packageName(name)}
      description={change ? `${name} ${change.version}` : 'Последние релизы, новые сверху'}
    >
      {change ? (
        <ChangeForm
          key={`${change.kind} ${change.version}`}
          released={released}
          change={change}
          sequence={sequence}
          onDone={close}
          onKeep={() => setChange(null)}
        />
      ) : (
        <ul className={styles.releases}>
          {canary &&
            renderEntry(canary, <StatusBadge tone="progress">{`Канарейка ${canary.percent}\u00A0%`}</StatusBadge>)}
          {renderEntry(current, <StatusBadge tone="positive">Сейчас</StatusBadge>)}
          {history.map((release, index) =>
            renderEntry(release, <StatusBadge tone="neutral">{index === 0 ? 'Прежняя' : 'Раньше'}</StatusBadge>),
          )}
          {withdrawn.map((release) => renderEntry(release, <StatusBadge tone="negative">Снята</StatusBadge>))}
        </ul>
      )}
    </Sheet>
  )
}

type ReleaseProps = {
  release: ReleaseSummary
  badge: ReactElement
  changes: readonly Change[]
  onChange: (change: Change) => void
}

function Release({ release, badge, changes, onChange }: ReleaseProps) {
  const { version, released_at, job } = release
  return (
    <li className={styles.release}>
      <p className={styles.heading}>
        <strong>{version}</strong>
        {badge}
      </p>
      <p className={styles.details}>
        <span>{`Выпущена ${formatMoment(released_at)}`}</span>
        <br />
        <span>{sourceText(release)}</span>
      </p>
      {job && (
        <a className={styles.job} href={job} target="_blank" rel="noreferrer">
          Сборка в CI
        </a>
      )}
      {changes.length > 0 && (
        <div className={styles.actions}>
          {changes.map((change) => {
            const { action, variant } = changeTexts[change.kind]
            return (
              <span key={change.kind} data-kind={change.kind}>
                <Button
                  size="s"
                  variant={change.kind === 'canary' ? 'secondary' : variant}
                  flush={variant === 'danger-quiet' ? 'start' : undefined}
                  aria-label={`${action}: ${version}`}
                  onClick={() => onChange(change)}
                >
                  {action}
                </Button>
              </span>
            )
          })}
        </div>
      )}
    </li>
  )
}
