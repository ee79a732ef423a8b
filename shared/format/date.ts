import { dayText, momentText, timeText } from '@portal/contracts/date-text'
import { addDays, dayIn } from '@portal/shared/calendar'
import { shownTimeZone } from '@portal/shared/session/store'

/** The restaurant's day of a moment: `2026-11-20`. */
export function toDay(moment: string): string {
  return dayIn(shownTimeZone(), new Date(moment))
}

/** `2026-11-20` → «Сегодня», «Вчера» or `20.11.2026`. */
export function formatDay(day: string, today: string): string {
  if (day === today) return 'Сегодня'
  if (day === addDays(today, -1)) return 'Вчера'
  return dayText(day)
}

/** `15:04`. */
export function formatTime(moment: string): string {
  return timeText(moment, shownTimeZone())
}

/** «Вчера» → «Вчера, 15:04»; a line does not end between the two. */
export function withTime(day: string, moment: string): string {
  return `${day},\u00A0${formatTime(moment)}`
}

/** `20.11.2026, 15:04`. */
export function formatMoment(moment: string | number): string {
  return momentText(moment, shownTimeZone())
}
