import type { ReleaseReports } from '@portal/contracts/release'
import { formatTime } from '@portal/shared/format/date'
import styles from './hours-table.module.css'
import { failureShare, formatCount, formatShare, MIN_SHARE } from './wording.ts'

type Hour = NonNullable<ReleaseReports['hours']>[number]

type HoursTableProps = { name: string; rows: readonly { role: string; hours: readonly Hour[] }[] }

/** What pages reported of each version hour by hour. Each cell has a column, and its figures for screen readers. */
export function HoursTable({ name, rows }: HoursTableProps) {
  const hours = rows[0]?.hours ?? []
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return null
  const maxShare = Math.max(MIN_SHARE, ...rows.flatMap(({ hours }) => hours.map(failureShare)))
  return (
    <div>
      <table className={styles.hours}>
        <caption>
          <span className="visually-hidden">{`${name}: `}</span>
          Запуски по часам, красным — доля сбоев
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Версия</span>
            </th>
            {hours.map(({ at }) => (
              <th key={at} scope="col">
                <span className="visually-hidden">{formatTime(at)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ role, hours }) => (
            <VersionRow key={role} role={role} hours={hours} maxShare={maxShare} />
          ))}
        </tbody>
      </table>
      <p className={styles.axis} aria-hidden="true">
        <span>{formatTime(first.at)}</span>
        <span>{formatTime(last.at)}</span>
      </p>
    </div>
  )
}

type VersionRowProps = { role: string; hours: readonly Hour[]; maxShare: number }

function VersionRow({ role, hours, maxShare }: VersionRowProps) {
  const maxStarts = Math.max(...hours.map(({ starts }) => starts))
  return (
    <tr>
      <th scope="row">{role}</th>
      {hours.map((hour) => (
        <td key={hour.at}>
          <span className="visually-hidden">{hourText(hour)}</span>
          <Column hour={hour} maxStarts={maxStarts} maxShare={maxShare} />
        </td>
      ))}
    </tr>
  )
}

function hourText({ starts, failures }: Hour): string {
  return starts === 0 ? 'не открывали' : `${formatCount(starts)}, сбои ${formatShare(failures, starts)}`
}

const HEIGHT_PX = 24
/** The minimum height, so that an hour with any starts is visible. */
const MIN_HEIGHT_PX = 2

type ColumnProps = { hour: Hour; maxStarts: number; maxShare: number }

/**
 * The height shows the starts, relative to the busiest hour of the version. The front bar shows the share of failures.
 */
function Column({ hour, maxStarts, maxShare }: ColumnProps) {
  const started = hour.starts === 0 ? 0 : Math.max(MIN_HEIGHT_PX, (hour.starts / maxStarts) * HEIGHT_PX)
  const failed = (failureShare(hour) / maxShare) * HEIGHT_PX
  return (
    <svg className={styles.column} viewBox={`0 0 10 ${HEIGHT_PX}`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.ground} y={HEIGHT_PX - 1} width="10" height="1" />
      <rect className={styles.starts} y={HEIGHT_PX - started} width="10" height={started} />
      <rect className={styles.failures} y={HEIGHT_PX - failed} width="10" height={failed} />
    </svg>
  )
}
