import { dayOf, formatDay, withTime } from '@portal/shared/format/date'

/** «Сегодня, 19:41», `20.11.2026, 19:41`. */
export function when(moment: string): string {
  return withTime(formatDay(dayOf(moment)), moment)
}
