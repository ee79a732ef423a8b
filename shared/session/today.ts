import { defaultTimeZone } from '@portal/contracts/employee'
import { dayIn } from '@portal/shared/calendar'
import { now, onClockTick, renderedNow } from '@portal/shared/http/clock'
import { shownTimeZone, useSession } from '@portal/shared/session/store'
import { useSyncExternalStore } from 'react'

/** Today at the restaurant that is shown: `2026-11-20`. A component that uses it renders again at midnight. */
export function useToday(): string {
  const timeZone = useSession(({ currentEmployee }) => currentEmployee?.restaurant.time_zone ?? defaultTimeZone)
  return useSyncExternalStore(
    onClockTick,
    () => dayIn(timeZone, now()),
    () => dayIn(timeZone, renderedNow()),
  )
}

/** Whether a moment has passed. A component that uses it renders again in the minute in which it does. */
export function useIsOver(moment: string): boolean {
  const at = Date.parse(moment)
  return useSyncExternalStore(
    onClockTick,
    () => at <= now(),
    () => at <= renderedNow(),
  )
}

/** Today as `useToday` has it, for event handlers and files. */
export function today(): string {
  return dayIn(shownTimeZone(), now())
}
