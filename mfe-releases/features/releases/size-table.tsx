import { Bar } from './bar.tsx'
import styles from './table.module.css'
import { formatBytes, formatDifference } from './wording.ts'

/** Null if it does not exist on that side. */
type Row = { name: string; before: number | null; after: number | null }

export function SizeTable({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const largest = Math.max(...rows.map(({ after }) => after ?? 0))
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{caption}</th>
          <th scope="col">Стало</th>
          <th scope="col">Разница</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span>{after === null ? '—' : formatBytes(after)}</span>
              <Bar part={after ?? 0} whole={largest} />
            </td>
            <td>{before === null ? 'новая' : after === null ? 'убрана' : formatDifference(after - before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
