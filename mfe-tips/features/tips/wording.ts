import { dayText, rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import type { TipsStats } from '@portal/contracts/tips'
import { countDays } from '@portal/shared/calendar'
import { plural } from '@portal/shared/format/plural'
import { dayFormat, nbsp } from '../../chart/axis.ts'
import type { Bar } from './chart-geometry.ts'
import type { Period } from './period.ts'

const weekday = dayFormat({ weekday: 'short' })

/** Under a bar: `пт` while there are few of them, else `20.11.2026`. */
export function formatTick(day: string, count: number): string {
  return count <= 7 ? weekday(day) : dayText(day)
}

/** `пт, 20.11.2026`, or the days of a wider bar: `14.11.2026–20.11.2026`. */
export function formatBar({ from, to }: Bar): string {
  return from === to ? `${weekday(to)},${nbsp}${dayText(to)}` : rangeText({ from, to })
}

/** Returns the text before and after the amount of a bar: `пт, 20.11.2026 — `, ` от 5 гостей`. */
export function aroundAmount(bar: Bar): [before: string, after: string] {
  return [`${formatBar(bar)} — `, bar.count > 0 ? ` ${fromGuests(bar.count)}` : '']
}

/** `от 5 гостей`: as many tips. */
export function fromGuests(count: number): string {
  return `от ${plural(count, 'гостя', 'гостей', 'гостей')}`
}

/** Compares a period with the previous one in words. With `rubles`, that sum ends the sentence. */
export type Comparison = { text: string; rubles?: number }

/** The tips of a period below which a share of it has no meaning. */
const MIN_COMPARABLE_RUBLES = 100

/** «на 12 % больше, чем за те же дни прошлой недели», «в 12 раз больше, чем …», «за вчера — 500 ₽». */
export function compareWithPrevious(period: Period, stats: TipsStats): Comparison | null {
  const { total, previous } = stats
  if (total === 0 && previous.total === 0) return null
  // A day that is not over is not compared with a whole one.
  if (period.name === 'today') {
    return previous.total > 0
      ? { text: 'вчера за весь день —', rubles: previous.total }
      : { text: 'вчера чаевых не было' }
  }
  const before = `за ${daysBefore(period, stats)}`
  if (previous.total === 0) return { text: `${before} чаевых не было` }
  const times = total / previous.total
  // Leaves out a share of a small sum or of zero, or an extreme one: only the sums are shown.
  // Nor is the first day of a week or a month, which is today.
  const isFirstDay = period.name !== 'custom' && countDays(stats) === 1
  if (isFirstDay || Math.min(total, previous.total) < MIN_COMPARABLE_RUBLES || times < 0.01 || times >= 100)
    return { text: `${before} —`, rubles: previous.total }
  if (times >= 10) return { text: `в${nbsp}${plural(Math.round(times), 'раз', 'раза', 'раз')} больше, чем ${before}` }
  const percent = Math.round(Math.abs(times - 1) * 100)
  if (percent === 0) return { text: `столько же, сколько ${before}` }
  return { text: `на ${percent}${nbsp}% ${total > previous.total ? 'больше' : 'меньше'}, чем ${before}` }
}

/** Names the days before in the accusative: «те же дни прошлой недели», or by their dates. */
function daysBefore(period: Period, stats: TipsStats): string {
  const days = countDays(stats)
  if (period.name === 'month' && days > 1) return 'те же дни прошлого месяца'
  if (period.name !== 'week') return rangeText(stats.previous)
  if (days === 1) return 'прошлый понедельник'
  return days === 7 ? 'прошлую неделю' : 'те же дни прошлой недели'
}

/** When the lighter bar of a bar was: «неделей раньше», `20.10.2026`. */
export function formatPreviousDays(period: Period, days: DayRange): string {
  return period.name === 'week' ? 'неделей раньше' : rangeText(days)
}

/** Returns the legend of the lighter bars. */
export function previousName(period: Period, previous: DayRange): string {
  const names = { today: 'вчера', week: 'прошлая неделя', month: 'прошлый месяц' }
  return period.name === 'custom' ? rangeText(previous) : names[period.name]
}

/** Returns the legend of the other bars. */
export const currentNames = {
  today: 'сегодня',
  week: 'эта неделя',
  month: 'этот месяц',
  custom: 'этот период',
} satisfies Record<Period['name'], string>
