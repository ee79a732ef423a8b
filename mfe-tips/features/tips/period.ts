import type { Comparison, DayRange } from '@portal/contracts/day'
import { addDays, comparisonOf, countDays, isDay, periodUntil } from '@portal/shared/calendar'

export type Period = { name: 'today' | 'week' | 'month' | 'custom'; compare: Comparison } & DayRange

/** The number of days that the API serves. */
const MAX_DAYS = 366

/**
 * The period of `?period=month` or `?from=2026-11-01&to=2026-11-20`; whatever is not one is the week. A week begins on
 * Monday and a month on the 1st, here as in the calendar; both end today. Days that the user has chosen and that are
 * one of these periods are that period.
 */
export function parsePeriod(search: URLSearchParams, today: string): Period {
  const named: Period[] = [
    { name: 'today', compare: 'days', from: today, to: today },
    { name: 'week', compare: 'week', ...periodUntil(today, 'week') },
    { name: 'month', compare: 'month', ...periodUntil(today, 'month') },
  ]
  const custom = customRange(search, today)
  const found = named.find(({ name, from, to }) =>
    custom ? custom.from === from && custom.to === to : name === (search.get('period') ?? 'week'),
  )
  if (found) return found
  return custom ? { name: 'custom', compare: comparisonOf(custom), ...custom } : (named[1] as Period)
}

/** What `parsePeriod` reads back. */
export function periodSearch(period: 'today' | 'week' | 'month' | DayRange): Record<string, string> {
  if (typeof period !== 'string') return { from: period.from, to: period.to }
  return period === 'week' ? {} : { period }
}

function customRange(search: URLSearchParams, today: string): DayRange | null {
  const from = search.get('from')
  const to = search.get('to')
  if (!isDay(from) || !isDay(to) || from > to || from > today) return null
  const range = { from, to: to > today ? today : to }
  return countDays(range) <= MAX_DAYS ? range : { from: addDays(range.to, 1 - MAX_DAYS), to: range.to }
}
