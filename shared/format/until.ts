import { shownTimeZone } from '@portal/shared/session/store'

/** `2026-11-23T11:05:00Z` → «23 ноября, 14:05», in the time of the restaurant that is shown. */
export function formatUntil(moment: string): string {
  const timeZone = shownTimeZone()
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone, day: 'numeric', month: 'long' })
  const time = new Intl.DateTimeFormat('ru-RU', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${day.format(new Date(moment))}, ${time.format(new Date(moment))}`
}
