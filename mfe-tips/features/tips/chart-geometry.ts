import type { DayRange } from '@portal/contracts/day'
import type { TipsStats } from '@portal/contracts/tips'
import { addDays } from '@portal/shared/calendar'
import { gridLines } from '../../chart/axis.ts'

/** One bar: a day, or up to seven of them when the period is too long for a bar a day. */
export type Bar = DayRange & {
  amount: number
  count: number
  /** The same days of the previous period. */
  previous: number
  /** The days that `previous` covers; null if the previous month was shorter. */
  previousDays: DayRange | null
}

export type Chart = {
  bars: Bar[]
  /** Future days of the week: they have a slot and no bar. */
  ahead: string[]
  daysPerBar: number
  /** Average of a bar's days, rubles. */
  average: number
  /** Values of the horizontal lines, from 0 to the top one. */
  grid: number[]
}

/** On a phone a bar thinner than 4 px cannot be hit or distinguished from its neighbour. */
const MAX_BARS = 62

/**
 * Converts rubles to what is drawn. Days are paired with those of the previous period by their position in it. There is
 * room for at least `leastDays` days.
 */
export function toChart(stats: TipsStats, leastDays = 1): Chart {
  const daysPerBar = stats.days.length > MAX_BARS ? 7 : 1
  const bars: Bar[] = []
  // Counts from the end, so that only the oldest bar may lack days.
  for (let end = stats.days.length; end > 0; end -= daysPerBar) {
    const start = Math.max(0, end - daysPerBar)
    const days = stats.days.slice(start, end)
    const before = stats.previous.days.slice(start, end)
    const [firstBefore, lastBefore] = [before[0], before.at(-1)]
    bars.unshift({
      from: days[0]?.date ?? stats.from,
      to: days.at(-1)?.date ?? stats.to,
      amount: sum(days, 'amount'),
      count: sum(days, 'count'),
      previous: sum(before, 'amount'),
      previousDays: firstBefore && lastBefore ? { from: firstBefore.date, to: lastBefore.date } : null,
    })
  }
  const lacking = Math.max(0, leastDays - stats.days.length)
  const ahead = Array.from({ length: lacking }, (_, index) => addDays(stats.to, index + 1))
  const average = stats.average_day * daysPerBar
  const highest = Math.max(average, ...bars.map((bar) => Math.max(bar.amount, bar.previous)))
  return { bars, ahead, daysPerBar, average, grid: gridLines(highest) }
}

type Day = TipsStats['days'][number]

function sum(days: readonly Day[], field: 'amount' | 'count'): number {
  return days.reduce((total, day) => total + day[field], 0)
}

/** Returns the days with a date below them: always the last one, and as many before it as fit. */
export function tickedDays(days: readonly string[], maxTicks: number): { day: string; index: number }[] {
  const every = Math.ceil(days.length / maxTicks)
  return days.map((day, index) => ({ day, index })).filter(({ index }) => (days.length - 1 - index) % every === 0)
}

/** `0.42` of the chart's width → the bar under the pointer. */
export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

/** A single day is drawn beside the day before it, not in front of it. */
export function apart(bar: Bar): Bar[] {
  const dayBefore = addDays(bar.from, -1)
  return [
    { ...bar, from: dayBefore, to: dayBefore, amount: 0, count: 0 },
    { ...bar, previous: 0 },
  ]
}
