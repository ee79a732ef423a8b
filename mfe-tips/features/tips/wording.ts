import { plural } from '@portal/shared/format/plural'
import type { Bar } from './chart-geometry.ts'
import { countDays, type DayRange, type Period } from './period.ts'

const nbsp = '\u00A0'

function formatter(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(Date.parse(day)).replace(/ г\.$/, '').replaceAll(' ', nbsp)
}

const dayAndMonth = formatter({ day: 'numeric', month: 'long' })
const fullDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
const shortDate = formatter({ day: 'numeric', month: 'short' })
const weekday = formatter({ weekday: 'short' })

/** Under a bar: `пт` while there are few of them, else `20 нояб.`. */
export function formatTick({ to }: Bar, barCount: number): string {
  return barCount <= 7 ? weekday(to) : shortDate(to)
}

/** `пт, 20 ноября`, or the days of a wider bar: `14–20 ноября`. */
export function formatBar({ from, to }: Bar): string {
  return from === to ? `${weekday(to)}, ${dayAndMonth(to)}` : formatRange({ from, to })
}

/** What stands before and after the amount of a bar: `пт, 20 ноября — `, ` от 5 гостей`. */
export function aroundAmount(bar: Bar): [before: string, after: string] {
  return [`${formatBar(bar)} — `, bar.count > 0 ? ` ${fromGuests(bar.count)}` : '']
}

/** `от 5 гостей`: as many tips. */
export function fromGuests(count: number): string {
  return `от ${plural(count, 'гостя', 'гостей', 'гостей')}`
}

/** `14–20 ноября`, `28 октября – 3 ноября`, `20 декабря 2025 – 3 января 2026`. */
export function formatRange({ from, to }: DayRange): string {
  if (from === to) return dayAndMonth(to)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${fullDate(from)} – ${fullDate(to)}`
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${dayAndMonth(from)} – ${dayAndMonth(to)}`
  return `${Number(from.slice(8))}–${dayAndMonth(to)}`
}

/** «на 12 % больше, чем за прошлую неделю». */
export function compareWithPrevious(period: Period, total: number, previous: number): string {
  if (previous === 0 && period.name === 'today') return 'вчера чаевых не было'
  const before = period.name === 'week' ? 'прошлую неделю' : previousName(period)
  if (previous === 0) return `за ${before} чаевых не было`
  const percent = Math.round(Math.abs(total / previous - 1) * 100)
  if (percent === 0) return `столько же, сколько за ${before}`
  const digits = percent.toLocaleString('ru-RU')
  return `на ${digits}${nbsp}% ${total > previous ? 'больше' : 'меньше'}, чем за ${before}`
}

/** When the lighter bar of a day was: «неделей раньше», «30 днями раньше». */
export function howLongBefore(period: Period): string {
  return period.name === 'week' ? 'неделей раньше' : `${plural(countDays(period), 'днём', 'днями', 'днями')} раньше`
}

/** What the lighter bars stand for. */
export function previousName(period: Period): string {
  if (period.name === 'today') return 'вчера'
  if (period.name === 'week') return 'прошлая неделя'
  const days = countDays(period)
  return days === 1 ? 'день до этого' : `${plural(days, 'день', 'дня', 'дней')} до этого`
}
