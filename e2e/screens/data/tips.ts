import { previousOf } from '@portal/contracts/calendar'
import { getTipsStats, type TipsStats } from '@portal/contracts/tips'

const msPerDay = 86_400_000

/** An evening's tips by the day of the week, from Sunday; Mondays and Thursdays are off. */
const evenings = [3150, 0, 1820, 2240, 0, 2960, 4310]

function tipsOn(time: number) {
  const evening = evenings[new Date(time).getUTCDay()] ?? 0
  // Not every week is like the last one.
  const amount = Math.round((evening * (70 + (((time / msPerDay) * 37) % 60))) / 100)
  return { date: new Date(time).toISOString().slice(0, 10), amount, count: Math.ceil(amount / 420) }
}

function periodOf(start: number, end: number): TipsStats['previous'] {
  const days = Array.from({ length: (end - start) / msPerDay + 1 }, (_, index) => tipsOn(start + index * msPerDay))
  const sum = (of: 'amount' | 'count') => days.reduce((total, day) => total + day[of], 0)
  return { from: tipsOn(start).date, to: tipsOn(end).date, total: sum('amount'), count: sum('count'), days }
}

/** Returns the tips of the requested days and of the days that they are compared with. */
export function statsOf({ query }: { query: Record<string, string> }): TipsStats {
  const { from, to, compare = 'days' } = getTipsStats.query.parse(query)
  const before = previousOf({ from, to }, compare)
  const period = periodOf(Date.parse(from), Date.parse(to))
  const previous = periodOf(Date.parse(before.from), Date.parse(before.to))
  return { ...period, average_day: Math.round(period.total / period.days.length), previous }
}
