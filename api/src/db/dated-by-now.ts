import { type RawBuilder, sql } from 'kysely'

/** Clocks of servers differ by less, and transactions wait less for a lock. */
const CLOCK_DIFFERENCE = sql`interval '1 minute'`

/** Whether a date is not in the future, where only a clock that was wrong can have set it. */
export function isDatedByNow(date: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${date} <= now() + ${CLOCK_DIFFERENCE}`
}
