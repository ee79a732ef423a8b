import { Amount } from '@portal/shared/ui/amount'
import { Columns, type Figure } from './columns.tsx'
import styles from './figures.module.css'

type FiguresProps = {
  caption: string
  /** The names of the columns: of the row's name, the amount and the other cells. */
  columns: readonly string[]
  figures: readonly Figure[]
  /** The `id` of the best figure. */
  best: string | null
  isTable: boolean
}

/** A chart, or its table for everybody. While the chart is shown, only screen readers get the table. */
export function Figures({ caption, columns, figures, best, isTable }: FiguresProps) {
  return (
    <>
      {!isTable && <Columns figures={figures} best={best} />}
      {/* A table is never narrower than its text: it is its box that is one pixel wide. */}
      <div className={isTable ? styles.scroll : 'visually-hidden'}>
        <table className={styles.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map(({ id, name, rubles, more }) => (
              <tr key={id} data-best={id === best || undefined}>
                <th scope="row">{name}</th>
                <td>
                  <Amount rubles={rubles} size="text" />
                </td>
                {more.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
