import type { DayRange } from '@portal/contracts/day'
import type { TipsTrend } from '@portal/contracts/trend'
import type { TipSums } from './repository.ts'

/** With fewer days, a high average is chance. */
const MIN_DAYS = 3

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Kopecks → the averages of weekdays and hours, and the best of each. */
export function tipHabits(range: DayRange | null, sums: Pick<TipSums, 'weekdays' | 'hours'>): TipsTrend['habits'] {
  const days = sums.weekdays.reduce((count, row) => count + row.days, 0)
  if (range === null || days === 0) return null
  const byWeekday = WEEKDAYS.map((weekday) => {
    const row = sums.weekdays.find((one) => one.weekday === weekday)
    return { weekday, average: toAverage(row?.total, row?.days), days: row?.days ?? 0 }
  })
  const byHour = hours.map((hour) => {
    const row = sums.hours.find((one) => one.hour === hour)
    // Divided by all days with tips, so that one high tip at an unusual hour does not make it the best hour.
    return { hour, average: toAverage(row?.total, days), days: row?.days ?? 0 }
  })
  return {
    ...range,
    days,
    weekdays: byWeekday,
    best_weekday: findBest(byWeekday)?.weekday ?? null,
    hours: byHour,
    best_hour: findBest(byHour)?.hour ?? null,
  }
}

function toAverage(kopecks = 0, days = 0): number {
  return days === 0 ? 0 : Math.round(kopecks / days) / 100
}

/** Returns the row with the highest average, the first one if several are equal. */
function findBest<Row extends { average: number; days: number }>(rows: readonly Row[]): Row | undefined {
  const usual = rows.filter(({ days }) => days >= MIN_DAYS)
  return usual.reduce<Row | undefined>((best, row) => (best && best.average >= row.average ? best : row), undefined)
}
