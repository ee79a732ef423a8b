import type { RejectedRelease, ReleaseLogEntry, ReleaseStep } from '@portal/contracts/release'
import { formatMoment } from '@portal/shared/format/date'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import styles from './history.module.css'
import { useOverview } from './overview-query.ts'

/** What was changed and by whom, and what was rejected and why. */
export function History() {
  const { log, rejected } = useOverview()
  return (
    <div className={styles.history}>
      <Panel title="Что менялось">
        {log.length === 0 ? (
          <EmptyState icon="clock" title="Пока ничего не менялось" />
        ) : (
          <List label="Что менялось">
            {log.map((entry) => (
              <LogRow key={entry.sequence} entry={entry} />
            ))}
          </List>
        )}
      </Panel>
      <Panel title="Что отклонено">
        {rejected.length === 0 ? (
          <EmptyState icon="check" title="Ничего не отклонено" text="Проверки пропустили все релизы." />
        ) : (
          <List label="Что отклонено">
            {rejected.map((rejection) => (
              <RejectionRow key={`${rejection.at} ${rejection.releases[0]?.version}`} rejection={rejection} />
            ))}
          </List>
        )}
      </Panel>
    </div>
  )
}

const verbs: Record<ReleaseStep['kind'], string> = {
  released: 'показана всем',
  rolled_back: 'снова у всех после отката',
  canary_started: 'канарейка',
  canary_ended: 'канарейка снята',
}

function LogRow({ entry: { at, by, steps } }: { entry: ReleaseLogEntry }) {
  const isBack = steps.some(({ kind }) => kind === 'rolled_back' || kind === 'canary_ended')
  return (
    <ListRow
      leading={<Icon name={isBack ? 'retry' : 'check'} />}
      title={steps.map(({ name, kind, version, percent }) => (
        <span key={name + kind} className={styles.line}>
          {`${name} ${version}: ${verbs[kind]}${percent === null ? '' : ` для ${percent}\u00A0% браузеров`}`}
        </span>
      ))}
      subtitle={[formatMoment(at), by].filter(Boolean).join(' · ')}
    />
  )
}

function RejectionRow({ rejection: { at, by, releases, problems } }: { rejection: RejectedRelease }) {
  return (
    <ListRow
      leading={<Icon name="alert" />}
      title={
        <>
          {releases.map(({ name, version }) => (
            <span key={name} className={styles.line}>
              {`${name} ${version}`}
            </span>
          ))}
          {/* The checks report in English, as in the terminal. */}
          <span className={styles.problems} lang="en">
            {problems.map((problem) => (
              <span key={problem} className={styles.line}>
                {problem}
              </span>
            ))}
          </span>
        </>
      }
      subtitle={[formatMoment(at), by].filter(Boolean).join(' · ')}
    />
  )
}
