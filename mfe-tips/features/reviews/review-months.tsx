import { listReviewMonths, type ReviewMonth } from '@portal/contracts/review'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Panel } from '@portal/shared/ui/panel'
import styles from './review-months.module.css'

/** The average of each month of a year, as a small chart, and as a table for users who cannot see it. */
export function ReviewMonths({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listReviewMonths, { query: { restId } }))
  const months = data.items
  const rated = months.filter(({ ratings }) => ratings > 0)
  const current = months.at(-1)
  if (!current || rated.length === 0) return null
  return (
    <Panel title="Средняя оценка">
      <p className={styles.summary}>
        <span className={styles.average}>{current.average === undefined ? '—' : formatAverage(current.average)}</span>
        <span className={styles.about}>
          {current.ratings > 0
            ? `в этом месяце, ${plural(current.ratings, 'оценка', 'оценки', 'оценок')}`
            : 'в этом месяце оценок пока нет'}
        </span>
      </p>
      {(current.thanks > 0 || current.complaints > 0) && (
        <p className={styles.about}>
          {[
            current.thanks > 0 && plural(current.thanks, 'благодарность', 'благодарности', 'благодарностей'),
            current.complaints > 0 && plural(current.complaints, 'жалоба', 'жалобы', 'жалоб'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <MonthsDrawing months={months} />
      <MonthsTable months={rated} />
    </Panel>
  )
}

const HEIGHT_PX = 120
/** The average above a bar, and the month below it. */
const LABEL_PX = 20
const barBottomPx = HEIGHT_PX - LABEL_PX

/** From one star, the lowest rating, to five. Hidden from screen readers, which read the table instead. */
function MonthsDrawing({ months }: { months: readonly ReviewMonth[] }) {
  const slot = 100 / months.length
  return (
    <svg className={styles.drawing} height={HEIGHT_PX} aria-hidden="true">
      {months.map(({ month, average = 0 }, index) => {
        const height = ((average - 0.5) / 4.5) * (barBottomPx - LABEL_PX)
        const middle = `${(index + 0.5) * slot}%`
        return (
          <g key={month}>
            {average > 0 && (
              <>
                <rect
                  className={index === months.length - 1 ? styles.current : styles.bar}
                  x={`${index * slot + slot * 0.2}%`}
                  width={`${slot * 0.6}%`}
                  y={barBottomPx - height}
                  height={height}
                  rx="3"
                />
                <text className={styles.label} x={middle} y={barBottomPx - height - 6} textAnchor="middle">
                  {formatAverage(average, 1)}
                </text>
              </>
            )}
            <text className={styles.label} x={middle} y={HEIGHT_PX - 4} textAnchor="middle">
              {monthName(month, 'narrow')}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function MonthsTable({ months }: { months: readonly ReviewMonth[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>Средняя оценка по месяцам</caption>
        <thead>
          <tr>
            <th scope="col">Месяц</th>
            <th scope="col">Средняя оценка</th>
            <th scope="col">Оценок</th>
            <th scope="col">Благодарностей</th>
            <th scope="col">Жалоб</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, average, ratings, thanks, complaints }) => (
            <tr key={month}>
              <th scope="row">{`${monthName(month, 'long')} ${month.slice(0, 4)}`}</th>
              <td>{average !== undefined && formatAverage(average)}</td>
              <td>{ratings}</td>
              <td>{thanks}</td>
              <td>{complaints}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function formatAverage(average: number, maximumFractionDigits = 2): string {
  return average.toLocaleString('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits })
}

function monthName(month: string, length: 'narrow' | 'long'): string {
  return new Date(`${month}-01`).toLocaleDateString('ru-RU', { month: length, timeZone: 'UTC' })
}
