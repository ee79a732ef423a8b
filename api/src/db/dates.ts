import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import { hasErrorCode } from './error-code.ts'

// Node and PostgreSQL each have a list of time zones, and one list may have names that the other one lacks.

export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db)
  return rows.length > 0
}

/** SQLSTATE “invalid parameter value”. */
const INVALID_PARAMETER = '22023'

/**
 * Whether a query may have failed because a row has a time zone that PostgreSQL does not know. Other errors have the
 * same code; only the text of the error tells, and that is in the language of the server.
 */
export function mayBeUnknownTimeZone(error: unknown): boolean {
  return hasErrorCode(error, INVALID_PARAMETER)
}

/** The condition that PostgreSQL does not know the time zone in a column. It reads files and takes about 20 ms. */
export function isUnknownTimeZone(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`lower(${column}) not in (select lower(name) from pg_timezone_names)`
}

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql`((${day})::timestamp at time zone ${timeZone})`
}

/** More than the clocks of two servers differ, and more than a transaction waits for a lock. */
const CLOCK_DIFFERENCE = sql`interval '1 minute'`

/** Whether a date is not in the future. Only a wrong clock can have set a date in the future. */
export function isDatedByNow(date: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${date} <= now() + ${CLOCK_DIFFERENCE}`
}
