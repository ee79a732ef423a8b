import { dayText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import type { GoalOutlook, TipsTrend } from '@portal/contracts/trend'
import { countDays } from '@portal/shared/calendar'
import { plural } from '@portal/shared/format/plural'
import { dayFormat, nbsp } from '../../chart/axis.ts'
import { formatMonthTick, monthAndYear, monthName } from '../../month-names.ts'

/** Russian has the genitive of a month only behind a day. */
const dayAndMonth = dayFormat({ day: 'numeric', month: 'long' })

/** `2026-11` → «ноябрь», of another year than `today`'s «ноябрь 2025». */
export function formatMonth(month: string, today: string): string {
  return month.slice(0, 4) === today.slice(0, 4) ? monthName(month) : monthAndYear(month)
}

/** In a table, where a phone has no room for the whole name and the year: «ноябрь», «ноя 2025». */
export function formatMonthInTable(month: string, today: string): string {
  const year = month.slice(0, 4)
  return year === today.slice(0, 4) ? monthName(month) : `${formatMonthTick(month)}${nbsp}${year}`
}

/** `2026-11-20` → «ноября». */
export function monthInGenitive(day: string): string {
  return dayAndMonth(day).split(' ')[1] ?? ''
}

/** «с 01.11.2026 по 20.11.2026», `20.11.2026`. */
export function fromTo({ from, to }: DayRange): string {
  return from === to ? dayText(to) : `с${nbsp}${dayText(from)} по${nbsp}${dayText(to)}`
}

const weekdays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'] as const
const weekdaysInDative = [
  'понедельникам',
  'вторникам',
  'средам',
  'четвергам',
  'пятницам',
  'субботам',
  'воскресеньям',
] as const

/** 5 → «пятница», «пт» under a bar, and «по пятницам». */
export const formatWeekday = (weekday: number) => weekdays[weekday - 1] ?? ''
export const formatWeekdayTick = (weekday: number) => ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'][weekday - 1] ?? ''
export const byWeekday = (weekday: number) => `по${nbsp}${weekdaysInDative[weekday - 1]}`

/** 20 → «с 20:00 до 21:00», 23 → «с 23:00 до полуночи». */
export function duringHour(hour: number): string {
  return `с${nbsp}${hour}:00 до${nbsp}${hour === 23 ? 'полуночи' : `${hour + 1}:00`}`
}

/** 20 → `20:00–21:00`. */
export function formatHour(hour: number): string {
  return `${hour}:00–${hour + 1}:00`
}

/** 96.5 → «96,5 ч». */
export function formatHours(hours: number): string {
  return `${hours.toLocaleString('ru-RU')}${nbsp}ч`
}

/** Tells how many days with tips the averages are based on, and in which range. */
export function habitsBasis({ days, ...range }: NonNullable<TipsTrend['habits']>): string {
  return `Считаем ${plural(days, 'день', 'дня', 'дней')} с${nbsp}чаевыми ${fromTo(range)}`
}

/** The days of the pace, and that days off are among them. */
export function paceBasis(pace: DayRange, isForAll: boolean): string {
  const days = plural(countDays(pace), 'день', 'дня', 'дней')
  return `Считаем ${days} ${fromTo(pace)}, вместе с${nbsp}выходными${isForAll ? ', по всем ресторанам' : ''}`
}

/** «через 19 дней». */
export function inDays(day: string, today: string): string {
  return `через ${plural(countDays({ from: today, to: day }) - 1, 'день', 'дня', 'дней')}`
}

export type GoalState = 'none' | 'reached' | 'ahead' | 'early' | 'stopped' | 'far' | 'foreseen'

/** Which sentence the goal gets. */
export function goalState(goal: GoalOutlook | null, today: string): GoalState {
  if (goal === null) return 'none'
  if (goal.left === 0) return 'reached'
  if (goal.since > today) return 'ahead'
  if (goal.pace === null) return 'early'
  if (goal.pace.average_day === 0) return 'stopped'
  return goal.reached_on === null ? 'far' : 'foreseen'
}

/** The tips of a period below which a share of it has no meaning. */
const MIN_COMPARABLE_RUBLES = 100

/** 1270 after 1000 → 27; null where a share has no meaning. */
function changeInPercent(total: number, before: number): number | null {
  const times = total / before
  if (Math.min(total, before) < MIN_COMPARABLE_RUBLES || times >= 10 || times < 0.1) return null
  return Math.round((times - 1) * 100)
}

/** «на 27 % больше, чем», «столько же, сколько»; null where a share has no meaning. */
export function compare(total: number, before: number): string | null {
  const percent = changeInPercent(total, before)
  if (percent === null) return null
  if (percent === 0) return 'столько же, сколько'
  return `на ${Math.abs(percent)}${nbsp}% ${percent > 0 ? 'больше' : 'меньше'}, чем`
}

/** In a table: `+27 %`, `−50 %`, and a dash where a share has no meaning. */
export function formatChange(total: number, before: number): string {
  const percent = changeInPercent(total, before)
  if (percent === null) return '—'
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}${nbsp}%`
}

/** «в ноябре» → «В ноябре». */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
