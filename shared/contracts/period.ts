/**
 * Days of the restaurant, both included: `2026-11-20`. All of this module is arithmetic of the calendar, the same for the
 * browser and the API; which day it is at the restaurant is the caller's to say. Weeks begin on Monday.
 */
export type DayRange = { from: string; to: string }

/** What a period is compared with: as many days just before it, or the same days of the week or of the month before. */
export const comparisons = ['days', 'week', 'month'] as const
export type Comparison = (typeof comparisons)[number]

const msPerDay = 86_400_000

/** `2026-11-30` and 1 → `2026-12-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10)
}

/** Both ends counted: `2026-11-20`–`2026-11-20` → 1. */
export function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / msPerDay + 1
}

/** The calendar week from its Monday, or the month from its 1st, until today. */
export function periodUntil(today: string, unit: 'week' | 'month'): DayRange {
  return { from: unit === 'week' ? mondayOf(today) : firstOf(today), to: today }
}

/** The whole calendar week or month before today's. */
export function periodBefore(today: string, unit: 'week' | 'month'): DayRange {
  const to = addDays(periodUntil(today, unit).from, -1)
  return { from: periodUntil(to, unit).from, to }
}

/** What days that the user has chosen are compared with: days of one week or month, from its beginning, with the same ones. */
export function comparisonOf(range: DayRange): Comparison {
  const days = countDays(range)
  if (days > 1 && days <= 7 && range.from === mondayOf(range.from)) return 'week'
  return days > 1 && range.from === firstOf(range.to) ? 'month' : 'days'
}

/**
 * The days that a period is compared with; they end before it begins. A month that has no such day gives its last one:
 * `2026-03-01`–`2026-03-31` → `2026-02-01`–`2026-02-28`.
 */
export function previousOf(range: DayRange, comparison: Comparison): DayRange {
  const { from, to } = range
  if (comparison === 'month') {
    const months = monthNumber(to) - monthNumber(from) + 1
    return { from: monthsBefore(from, months), to: monthsBefore(to, months) }
  }
  const days = comparison === 'week' ? Math.ceil(countDays(range) / 7) * 7 : countDays(range)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

function firstOf(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** Counted over the years. */
function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

function monthsBefore(day: string, months: number): string {
  const number = monthNumber(day) - months
  const [year, month] = [Math.floor(number / 12), number % 12]
  // The day 0 of the next month is the last one of this.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(Number(day.slice(8)), lastDay))).toISOString().slice(0, 10)
}
