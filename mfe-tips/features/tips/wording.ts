import type { DayRange } from '@portal/contracts/day'
import type { TipsStats } from '@portal/contracts/tips'
import { countDays } from '@portal/shared/calendar'
import { plural } from '@portal/shared/format/plural'
import { dayAndMonth, dayFormat, fullDate, nbsp } from '../../chart/day-formats.ts'
import type { Bar } from './chart-geometry.ts'
import type { Period } from './period.ts'

const shortDate = dayFormat({ day: '2-digit', month: '2-digit' })
const weekday = dayFormat({ weekday: 'short' })

/** Under a bar: `пт` while there are few of them, else `20.11`. */
export function formatTick(day: string, count: number): string {
  return count <= 7 ? weekday(day) : shortDate(day)
}

/** `пт, 20 ноября`, or the days of a wider bar: `14–20 ноября`. */
export function formatBar({ from, to }: Bar): string {
  return from === to ? `${weekday(to)}, ${dayAndMonth(to)}` : formatRange({ from, to })
}

/** Returns the text before and after the amount of a bar: `пт, 20 ноября — `, ` от 5 гостей`. */
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

/** What the figures of a period say beside those before it; with `rubles`, that sum ends the sentence. */
export type Comparison = { text: string; rubles?: number }

/** The tips of a period below which a share of it has no meaning. */
const MIN_COMPARABLE_RUBLES = 100

/** «на 12 % больше, чем за те же дни прошлой недели», «в 12 раз больше, чем …», «за вчера — 500 ₽». */
export function compareWithPrevious(period: Period, stats: TipsStats): Comparison | null {
  const { total, previous } = stats
  if (total === 0 && previous.total === 0) return null
  // A day that is not over yet is not measured against a whole one.
  if (period.name === 'today') {
    return previous.total > 0
      ? { text: 'вчера за весь день —', rubles: previous.total }
      : { text: 'вчера чаевых не было' }
  }
  const before = `за ${daysBefore(period, stats)}`
  if (previous.total === 0) return { text: `${before} чаевых не было` }
  const times = total / previous.total
  // A share of little or of nothing, or an extreme one, is left out: only the sums are shown.
  if (Math.min(total, previous.total) < MIN_COMPARABLE_RUBLES || times < 0.01 || times >= 100)
    return { text: `${before} —`, rubles: previous.total }
  if (times >= 10) return { text: `в${nbsp}${plural(Math.round(times), 'раз', 'раза', 'раз')} больше, чем ${before}` }
  const percent = Math.round(Math.abs(times - 1) * 100)
  if (percent === 0) return { text: `столько же, сколько ${before}` }
  return { text: `на ${percent}${nbsp}% ${total > previous.total ? 'больше' : 'меньше'}, чем ${before}` }
}

/** Names the days before in the accusative: «те же дни прошлой недели», or by their dates, «1–20 октября». */
function daysBefore(period: Period, stats: TipsStats): string {
  if (period.name !== 'week') return formatRange(stats.previous)
  const days = countDays(stats)
  if (days === 1) return 'прошлый понедельник'
  return days === 7 ? 'прошлую неделю' : 'те же дни прошлой недели'
}

/** When the lighter bar of a bar was: «неделей раньше», «20 октября». */
export function formatPreviousDays(period: Period, days: DayRange): string {
  return period.name === 'week' ? 'неделей раньше' : formatRange(days)
}

/** Returns the legend of the lighter bars. */
export function previousName(period: Period, previous: DayRange): string {
  if (period.name === 'today') return 'вчера'
  return period.name === 'week' ? 'прошлая неделя' : formatRange(previous)
}

/** Returns the legend of the other bars. */
export const currentNames = {
  today: 'сегодня',
  week: 'эта неделя',
  month: 'этот месяц',
  custom: 'этот период',
} satisfies Record<Period['name'], string>
