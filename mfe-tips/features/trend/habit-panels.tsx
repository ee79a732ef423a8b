import type { TipsTrend } from '@portal/contracts/trend'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import type { ReactNode } from 'react'
import { Figures } from './figures.tsx'
import styles from './trend-page.module.css'
import {
  basisOfHabits,
  byWeekday,
  capitalized,
  duringHour,
  formatHour,
  formatWeekday,
  formatWeekdayTick,
} from './wording.ts'

type Habits = NonNullable<TipsTrend['habits']>
type PanelProps = { habits: Habits | null; asTable: boolean }

export function WeekdaysPanel({ habits, asTable }: PanelProps) {
  if (habits === null) return <NoHabits title="Дни недели" />
  const best = habits.weekdays.find(({ weekday }) => weekday === habits.best_weekday)
  return (
    <Panel title="Дни недели">
      <Words habits={habits} few="Лучший день назовём, когда какой-нибудь день недели повторится с чаевыми трижды">
        {best && (
          <>
            Больше всего — {byWeekday(best.weekday)}: в среднем <Amount rubles={Math.round(best.average)} size="text" />{' '}
            за день
          </>
        )}
      </Words>
      <Figures
        caption="Чаевые по дням недели"
        columns={['День', 'В среднем', 'Дней']}
        figures={habits.weekdays.map(({ weekday, average, days }) => ({
          id: String(weekday),
          name: capitalized(formatWeekday(weekday)),
          tick: formatWeekdayTick(weekday),
          rubles: Math.round(average),
          more: [days],
        }))}
        best={best ? String(best.weekday) : null}
        asTable={asTable}
      />
    </Panel>
  )
}

export function HoursPanel({ habits, asTable }: PanelProps) {
  if (habits === null) return <NoHabits title="Часы" />
  const best = habits.hours.find(({ hour }) => hour === habits.best_hour)
  return (
    <Panel title="Часы">
      <Words habits={habits} few="Лучший час назовём, когда какой-нибудь час повторится с чаевыми трижды">
        {best && (
          <>
            Больше всего — {duringHour(best.hour)}: в среднем <Amount rubles={Math.round(best.average)} size="text" />{' '}
            за день
          </>
        )}
      </Words>
      <Figures
        caption="Чаевые по часам"
        columns={['Час', 'В среднем', 'Дней']}
        figures={hoursOfShift(habits.hours).map(({ hour, average, days }) => ({
          id: String(hour),
          name: formatHour(hour),
          tick: String(hour),
          rubles: Math.round(average),
          more: [days],
        }))}
        best={best ? String(best.hour) : null}
        asTable={asTable}
      />
    </Panel>
  )
}

function Words({ habits, few, children }: { habits: Habits; few: string; children: ReactNode }) {
  return (
    <div className={styles.words}>
      <p>{children ?? few}</p>
      <p className={styles.basis}>{basisOfHabits(habits)}</p>
    </div>
  )
}

function NoHabits({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <p>Здесь считаются целые дни: первый закончится в полночь</p>
    </Panel>
  )
}

/** A shift that ends after midnight is not torn apart: the row begins at six in the morning, and has no empty hours at its ends. */
function hoursOfShift(hours: Habits['hours']): Habits['hours'] {
  const row = [...hours.slice(6), ...hours.slice(0, 6)]
  const first = row.findIndex(({ days }) => days > 0)
  const last = row.length - [...row].reverse().findIndex(({ days }) => days > 0)
  return row.slice(first, last)
}
