import { addDays, dayOf, isDay } from '@portal/shared/format/date'

/** Days of the restaurant, both included: `2026-11-20`. */
export type DayRange = { from: string; to: string }

export type Period = { name: 'today' | 'week' | 'month' | 'custom' } & DayRange

/** As many days as the API answers for. */
const longestRange = 366
const msPerDay = 86_400_000

/** Both ends counted: `2026-11-20`–`2026-11-20` → 1. */
export function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / msPerDay + 1
}

/**
 * The period of `?period=month` or `?from=2026-11-01&to=2026-11-20`; whatever is not one is the week.
 * A week and a month are the last 7 and 30 days: compared with as many days before them, a Monday is not «worse than
 * last week» only because it has just begun.
 */
export function periodOf(search: URLSearchParams, today = dayOf()): Period {
  const custom = customRange(search, today)
  if (custom) return { name: 'custom', ...custom }
  switch (search.get('period')) {
    case 'today':
      return { name: 'today', from: today, to: today }
    case 'month':
      return { name: 'month', from: addDays(today, -29), to: today }
    default:
      return { name: 'week', from: addDays(today, -6), to: today }
  }
}

/** What `periodOf` reads back. */
export function periodSearch(period: 'today' | 'week' | 'month' | DayRange): Record<string, string> {
  if (typeof period !== 'string') return { from: period.from, to: period.to }
  return period === 'week' ? {} : { period }
}

function customRange(search: URLSearchParams, today: string): DayRange | null {
  const from = search.get('from')
  const to = search.get('to')
  if (!isDay(from) || !isDay(to) || from > to || from > today) return null
  const range = { from, to: to > today ? today : to }
  return countDays(range) <= longestRange ? range : { from: addDays(range.to, 1 - longestRange), to: range.to }
}
