import type { ReleaseReports, ReleaseSummary } from '@portal/contracts/release'
import { Bar } from './bar.tsx'
import styles from './table.module.css'
import { failureShare, formatCount, formatDuration, formatShare, MIN_SHARE } from './wording.ts'

export type VersionRow = { role: string; release: ReleaseSummary }

/** What pages reported of each version within a day. Each cell has a bar and its figure. */
export function VersionsTable({ name, rows }: { name: string; rows: readonly VersionRow[] }) {
  const highest = (of: (reports: ReleaseReports) => number) =>
    Math.max(...rows.map(({ release: { reports } }) => (reports ? of(reports) : 0)))
  const [starts, failures, time] = [highest(startCount), highest(failureShare), highest(loadTime)]
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{`${name}: как версии работали за сутки`}</caption>
      <thead>
        <tr>
          <th scope="col">Версия</th>
          <th scope="col">Запуски</th>
          <th scope="col">Сбои</th>
          <th scope="col">Загрузка</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ role, release: { version, reports } }) => (
          <tr key={role}>
            <th scope="row">
              <span>{role}</span>
              <span className={styles.code}>{version.slice(0, 7)}</span>
            </th>
            {reports ? (
              <>
                <td>
                  <span>{formatCount(reports.starts)}</span>
                  <Bar part={reports.starts} whole={starts} />
                </td>
                <td>
                  <span>{formatShare(reports.failures, reports.starts)}</span>
                  <Bar part={failureShare(reports)} whole={Math.max(failures, MIN_SHARE)} tone="negative" />
                </td>
                <td>
                  <span>{reports.load_time === null ? '—' : formatDuration(reports.load_time)}</span>
                  <Bar part={loadTime(reports)} whole={time} />
                </td>
              </>
            ) : (
              <td colSpan={3} className={styles.nothing}>
                Ещё не открывали
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function startCount({ starts }: ReleaseReports): number {
  return starts
}

function loadTime({ load_time }: ReleaseReports): number {
  return load_time ?? 0
}
