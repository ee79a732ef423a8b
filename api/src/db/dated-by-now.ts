import { type RawBuilder, sql } from 'kysely'

/** More than the clocks of two servers differ, and more than a transaction waits for a lock. */
const CLOCK_DIFFERENCE = sql`interval '1 minute'`

/** Whether a date is not in the future. Only a wrong clock can have set a date in the future. */
export function isDatedByNow(date: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${date} <= now() + ${CLOCK_DIFFERENCE}`
}
