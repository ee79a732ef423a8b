import dayjs from 'dayjs'
import 'dayjs/locale/ru'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.locale('ru')

/** Restaurants are in Moscow unless set otherwise; a waiter on holiday still reads the shift's own days. */
const timeZone = 'Europe/Moscow'

/** A moment in the restaurant's time zone. */
export function local(moment?: string | Date) {
  return dayjs(moment).tz(timeZone)
}

/** The restaurant's day of a moment: `2026-11-20`. */
export function dayOf(moment?: string | Date): string {
  return local(moment).format('YYYY-MM-DD')
}

/** `2026-11-20` → «Сегодня», «Вчера» or `20.11.2026`. */
export function formatDay(day: string): string {
  if (day === dayOf()) return 'Сегодня'
  if (day === local().subtract(1, 'day').format('YYYY-MM-DD')) return 'Вчера'
  return dayjs(day).format('DD.MM.YYYY')
}

/** `15:04`. */
export function formatTime(moment: string): string {
  return local(moment).format('HH:mm')
}

/** `20.11.2026, 15:04`. */
export function formatMoment(moment: string): string {
  return local(moment).format('DD.MM.YYYY, HH:mm')
}

/** Whether a text from outside is a day of this century: `2026-11-20`, not `2026-02-30`. */
export function isDay(text: string | null): text is string {
  if (!text || !/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
