import { dayText } from '@portal/contracts/date-text'
import { addDays, dayIn } from '@portal/shared/calendar'
import { shownTimeZone } from '@portal/shared/session/store'

const formatsOf = (timeZone: string) => ({
  timeZone,
  date: new Intl.DateTimeFormat('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
  time: new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' }),
})

let made: ReturnType<typeof formatsOf> | undefined

function formats() {
  const timeZone = shownTimeZone()
  if (made?.timeZone !== timeZone) made = formatsOf(timeZone)
  return made
}

/** The restaurant's day of a moment: `2026-11-20`. */
export function dayOf(moment: string): string {
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
  return formats().time.format(new Date(moment))
}

/** «Завтра» → «Завтра, 15:04»; a line does not end between the two. */
export function withTime(day: string, moment: string): string {
  return `${day},\u00A0${formatTime(moment)}`
}

/** `20.11.2026, 15:04`. */
export function formatMoment(moment: string): string {
  return withTime(formats().date.format(new Date(moment)), moment)
}

/** `Москва, стандартное время`: for paper, which is read anywhere. */
export function timeZoneName(): string {
  const parts = new Intl.DateTimeFormat('ru-RU', { timeZone: shownTimeZone(), timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? shownTimeZone()
}
