import { listReviewMonths, type ReviewMonth } from '@portal/contracts/review'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Panel } from '@portal/shared/ui/panel'
import { formatMonthTick, inMonth, monthAndYear } from '../../month-names.ts'
import styles from './review-months.module.css'

/** The average of each month of a year, as a small chart, and as a table for users who cannot see it. */
export function ReviewMonths({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(listReviewMonths, { query: { restId } }))
  const months = data.items
  const rated = months.filter(isRated)
  const current = months.at(-1)
  if (!current || rated.length === 0) return null
  const change = changeText(months)
  return (
    <Panel title="Средняя оценка">
      <div>
        <p className={styles.summary}>
          <span className={styles.average}>{current.average === undefined ? '—' : formatAverage(current.average)}</span>
          <span className={styles.about}>
            {current.ratings > 0
              ? `в этом месяце, ${plural(current.ratings, 'оценка', 'оценки', 'оценок')}`
              : 'в этом месяце оценок пока нет'}
          </span>
        </p>
        {change && <p className={styles.about}>{change}</p>}
        {(current.thanks > 0 || current.complaints > 0) && <p className={styles.about}>{wordsText(current)}</p>}
      </div>
      {rated.length > 1 && <MonthsDrawing months={months} />}
      <MonthsTable months={rated} />
    </Panel>
  )
}

type Rated = ReviewMonth & { average: number }

function isRated(month: ReviewMonth): month is Rated {
  return month.average !== undefined
}

/**
 * Compares what is shown: «на 0,1 выше, чем в октябре». Null unless both this month and the previous one have ratings.
 */
function changeText(months: readonly ReviewMonth[]): string | null {
  const [before, current] = months.slice(-2)
  if (before?.average === undefined || current?.average === undefined) return null
  const tenths = Math.round(current.average * 10) - Math.round(before.average * 10)
  const month = inMonth(before.month)
  if (tenths === 0) return `оценка та же, что ${month}`
  return `на ${formatAverage(Math.abs(tenths) / 10)} ${tenths > 0 ? 'выше' : 'ниже'}, чем ${month}`
}

/** «23 хороших отзыва, 1 плохой» */
function wordsText({ thanks, complaints }: ReviewMonth): string {
  const good = thanks > 0 && plural(thanks, 'хороший отзыв', 'хороших отзыва', 'хороших отзывов')
  const bad =
    complaints > 0 &&
    (good
      ? plural(complaints, 'плохой', 'плохих', 'плохих')
      : plural(complaints, 'плохой отзыв', 'плохих отзыва', 'плохих отзывов'))
  return [good, bad].filter(Boolean).join(', ')
}

const HEIGHT_PX = 128
const TOP_PX = 12
const BOTTOM_PX = HEIGHT_PX - 28
/** Averages are usually above it; a chart from one star would show all of them at the same height. */
const LOWEST_STARS = 3

/** A line up to five stars. Hidden from screen readers, which read the table instead. */
function MonthsDrawing({ months }: { months: readonly ReviewMonth[] }) {
  const lowest = Math.min(LOWEST_STARS, ...months.filter(isRated).map(({ average }) => Math.floor(average)))
  const lines = Array.from({ length: 5 - lowest + 1 }, (_, index) => lowest + index)
  const x = (index: number) => `${((index + 0.5) * 100) / months.length}%`
  const y = (stars: number) => BOTTOM_PX - ((BOTTOM_PX - TOP_PX) * (stars - lowest)) / (5 - lowest)
  return (
    <svg className={styles.drawing} height={HEIGHT_PX} aria-hidden="true">
      {lines.map((stars) => (
        <g key={stars}>
          <line className={styles.grid} x2="100%" y1={y(stars)} y2={y(stars)} />
          <text className={styles.label} x="-8" y={y(stars) + 4} textAnchor="end">
            {stars}
          </text>
        </g>
      ))}
      {months.map((month, index) => {
        const before = months[index - 1]
        return (
          <g key={month.month}>
            {isRated(month) && before && isRated(before) && (
              <line
                className={styles.line}
                x1={x(index - 1)}
                x2={x(index)}
                y1={y(before.average)}
                y2={y(month.average)}
              />
            )}
            {isRated(month) && <circle className={styles.point} cx={x(index)} cy={y(month.average)} r="4" />}
            {/* Every other month, and always this one. */}
            {(months.length - 1 - index) % 2 === 0 && (
              <text className={styles.label} x={x(index)} y={HEIGHT_PX - 6} textAnchor="middle">
                {formatMonthTick(month.month)}
              </text>
            )}
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
            <th scope="col">Хороших отзывов</th>
            <th scope="col">Плохих отзывов</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, average, ratings, thanks, complaints }) => (
            <tr key={month}>
              <th scope="row">{monthAndYear(month)}</th>
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

/** One precision everywhere: `4,8`. */
function formatAverage(average: number): string {
  return average.toLocaleString('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
