import dayjs from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import utc from 'dayjs/plugin/utc.js'
import type { Comparison, DayRange } from './day.ts'

dayjs.extend(utc)
dayjs.extend(isoWeek)

// The rules of days, weeks and months, for the browser and the API. A day is a text such as `2026-11-20`, without a
// time zone: the caller decides which day it is at the restaurant. Weeks begin on Monday.

/** The day of a moment by the clock of a time zone: `2026-11-20T22:30:00Z` in `Europe/Moscow` → `2026-11-21`. */
export function dayIn(timeZone: string, moment: number | Date): string {
  let format = dayFormats.get(timeZone)
  if (!format) {
    // The Swedish locale formats a day as ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone })
    dayFormats.set(timeZone, format)
  }
  return format.format(moment)
}

/** A format takes longer to create than to use. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Whether a text from outside is a day of this century: `2026-11-20`, not `2026-02-30`. */
export function isDay(text: string | null): text is string {
  return text !== null && /^20\d{2}-\d{2}-\d{2}$/.test(text) && toDay(dayjs.utc(text)) === text
}

/** `2026-11-30` and 1 → `2026-12-01`. */
export function addDays(day: string, days: number): string {
  return toDay(dayjs.utc(day).add(days, 'day'))
}

/** Counts both ends: `2026-11-20`–`2026-11-20` → 1. */
export function countDays({ from, to }: DayRange): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day') + 1
}

/** 1: Monday, 7: Sunday. */
export function weekdayNumber(day: string): number {
  return dayjs.utc(day).isoWeekday()
}

/** `2026-09-30`, `2026-11-02` → `2026-09`, `2026-10`, `2026-11`. Of more than `max` months, returns the last `max`. */
export function monthsUntil(from: string, to: string, max: number): string[] {
  const count = Math.min(max, monthsBetween(from, to) + 1)
  return Array.from({ length: count }, (_, index) => monthsBefore(firstOfMonth(to), count - 1 - index).slice(0, 7))
}

/** The calendar week from its Monday, or the month from its 1st, until today. */
export function periodUntil(today: string, unit: 'week' | 'month'): DayRange {
  return { from: unit === 'week' ? toMonday(today) : firstOfMonth(today), to: today }
}

/** The whole calendar week or month before today's. */
export function periodBefore(today: string, unit: 'week' | 'month'): DayRange {
  const to = addDays(periodUntil(today, unit).from, -1)
  return { from: periodUntil(to, unit).from, to }
}

/**
 * What the user's own days are compared with. Days from the beginning of one week or month are compared with the same
 * days of the previous one.
 */
export function comparisonOf(range: DayRange): Comparison {
  const days = countDays(range)
  if (days > 1 && days <= 7 && range.from === toMonday(range.from)) return 'week'
  return days > 1 && range.from === firstOfMonth(range.to) ? 'month' : 'days'
}

/**
 * The days that a period is compared with, all before it. A day that a shorter month lacks becomes that month's last
 * day: `2026-03-01`–`2026-03-31` → `2026-02-01`–`2026-02-28`.
 */
export function previousOf(range: DayRange, comparison: Comparison): DayRange {
  const { from, to } = range
  if (comparison === 'month') {
    const months = monthsBetween(from, to) + 1
    return { from: monthsBefore(from, months), to: monthsBefore(to, months) }
  }
  const days = comparison === 'week' ? Math.ceil(countDays(range) / 7) * 7 : countDays(range)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

function toMonday(day: string): string {
  return toDay(dayjs.utc(day).startOf('isoWeek'))
}

function firstOfMonth(day: string): string {
  return toDay(dayjs.utc(day).startOf('month'))
}

function monthsBetween(from: string, to: string): number {
  return dayjs.utc(firstOfMonth(to)).diff(dayjs.utc(firstOfMonth(from)), 'month')
}

/** `2026-03-31` and 1 → `2026-02-28`, the last day of the shorter month. */
function monthsBefore(day: string, months: number): string {
  return toDay(dayjs.utc(day).subtract(months, 'month'))
}

function toDay(day: dayjs.Dayjs): string {
  return day.format('YYYY-MM-DD')
}
