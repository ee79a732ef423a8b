import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'
import { hasErrorCode } from './error-code.ts'

// Node and PostgreSQL have a list of time zones each, and one of them may have names that the other one has not.

export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db)
  return rows.length > 0
}

/** SQLSTATE “invalid parameter value”. */
const INVALID_PARAMETER = '22023'

/**
 * Whether PostgreSQL may have read a time zone that it does not know: such a query fails, also for the rows with other
 * ones. The error says so only by its text, which is in the language of the server.
 */
export function mayBeUnknownTimeZone(error: unknown): boolean {
  return hasErrorCode(error, INVALID_PARAMETER)
}

/** The condition that a column has a time zone which PostgreSQL does not know. It reads files, and takes some 20 ms. */
export function isUnknown(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`lower(${column}) not in (select lower(name) from pg_timezone_names)`
}

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql`((${day})::timestamp at time zone ${timeZone})`
}
