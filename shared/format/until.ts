import { withTime } from '@portal/shared/format/date'
import { shownTimeZone } from '@portal/shared/session/store'

/** `2026-11-23T11:05:00Z` → «23 ноября, 14:05», in the time of the restaurant that is shown. */
export function formatUntil(moment: string): string {
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone: shownTimeZone(), day: 'numeric', month: 'long' })
  return withTime(day.format(new Date(moment)), moment)
}
