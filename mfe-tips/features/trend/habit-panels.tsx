import type { TipsTrend } from '@portal/contracts/trend'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import { Figures } from './figures.tsx'
import styles from './trend-page.module.css'
import {
  byWeekday,
  capitalized,
  duringHour,
  formatHour,
  formatWeekday,
  formatWeekdayTick,
  habitsBasis,
} from './wording.ts'

type Habits = NonNullable<TipsTrend['habits']>
type PanelProps = { habits: Habits | null; isTable: boolean }

export function WeekdaysPanel({ habits, isTable }: PanelProps) {
  if (habits === null) return <NoHabits title="Дни недели" />
  return (
    <HabitPanel
      title="Дни недели"
      basis={habitsBasis(habits)}
      few="Лучший день назовём, когда чаевые придут три раза в один и тот же день недели"
      caption="Чаевые по дням недели"
      column="День"
      per="за день"
      rows={habits.weekdays.map(({ weekday, ...sums }) => ({
        ...sums,
        id: weekday,
        name: capitalized(formatWeekday(weekday)),
        tick: formatWeekdayTick(weekday),
      }))}
      best={habits.best_weekday}
      inWords={byWeekday}
      isTable={isTable}
    />
  )
}

export function HoursPanel({ habits, isTable }: PanelProps) {
  if (habits === null) return <NoHabits title="Часы" />
  return (
    <HabitPanel
      title="Часы"
      basis={habitsBasis(habits)}
      few="Лучший час назовём, когда чаевые придут в один и тот же час в три разных дня"
      caption="Чаевые по часам"
      column="Час"
      per="за этот час"
      rows={shiftHours(habits.hours).map(({ hour, ...sums }) => ({
        ...sums,
        id: hour,
        name: formatHour(hour),
        tick: String(hour).padStart(2, '0'),
      }))}
      best={habits.best_hour}
      inWords={duringHour}
      isTable={isTable}
    />
  )
}

type HabitPanelProps = {
  title: string
  basis: string
  /** Shown while there is no best row. */
  few: string
  caption: string
  column: string
  /** What the average is of: «за день», «за этот час». */
  per: string
  rows: readonly { id: number; name: string; tick: string; average: number; days: number }[]
  /** The `id` of a row. */
  best: number | null
  inWords: (id: number) => string
  isTable: boolean
}

function HabitPanel({
  title,
  basis,
  few,
  caption,
  column,
  per,
  rows,
  best: bestId,
  inWords,
  isTable,
}: HabitPanelProps) {
  const best = rows.find(({ id }) => id === bestId)
  return (
    <Panel title={title}>
      <div className={styles.words}>
        <p>
          {best ? (
            <span key={best.id}>
              <span>{`Больше всего — ${inWords(best.id)}: в среднем `}</span>
              <Amount rubles={Math.round(best.average)} size="text" /> <span>{per}</span>
            </span>
          ) : (
            few
          )}
        </p>
        <p className={styles.basis}>{basis}</p>
      </div>
      <Figures
        caption={caption}
        columns={[column, 'В среднем', 'Дней']}
        figures={rows.map(({ id, average, days, ...names }) => ({
          ...names,
          id: String(id),
          rubles: Math.round(average),
          more: [days],
        }))}
        best={best ? String(best.id) : null}
        isTable={isTable}
      />
    </Panel>
  )
}

function NoHabits({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <p>Считаем только закончившиеся дни: первый появится здесь после полуночи</p>
    </Panel>
  )
}

/**
 * A shift that ends after midnight stays in one row: the row begins at six in the morning and has no empty hours at its
 * ends.
 */
function shiftHours(hours: Habits['hours']): Habits['hours'] {
  const row = [...hours.slice(6), ...hours.slice(0, 6)]
  const first = row.findIndex(({ days }) => days > 0)
  const last = row.length - [...row].reverse().findIndex(({ days }) => days > 0)
  return row.slice(first, last)
}
