import { addDays, countDays, previousOf, weekdayNumber } from '@portal/contracts/calendar'
import type { DayRange } from '@portal/contracts/day'
import { getTipsStats, type TipsStats } from '@portal/contracts/tips'

/** An evening's tips by the day of the week, from Monday; Mondays and Thursdays are off. */
const evenings = [0, 1820, 2240, 0, 2960, 4310, 3150]

function tipsOn(date: string) {
  const evening = evenings[weekdayNumber(date) - 1] ?? 0
  const number = countDays({ from: '1970-01-01', to: date }) - 1
  // Makes weeks differ.
  const amount = Math.round((evening * (70 + ((number * 37) % 60))) / 100)
  return { date, amount, count: Math.ceil(amount / 420) }
}

function toPeriod(range: DayRange): TipsStats['previous'] {
  const days = Array.from({ length: countDays(range) }, (_, index) => tipsOn(addDays(range.from, index)))
  const sum = (of: 'amount' | 'count') => days.reduce((total, day) => total + day[of], 0)
  return { ...range, total: sum('amount'), count: sum('count'), days }
}

/** Returns the tips of the requested days and of the days that they are compared with. */
export function tipsStats({ query }: { query: Record<string, string> }): TipsStats {
  const { from, to, compare = 'days' } = getTipsStats.query.parse(query)
  const period = toPeriod({ from, to })
  const previous = toPeriod(previousOf({ from, to }, compare))
  return { ...period, average_day: Math.round(period.total / period.days.length), shares: 800, previous }
}
