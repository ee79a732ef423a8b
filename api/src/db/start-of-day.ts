import { type RawBuilder, sql } from 'kysely'

/** The moment at which a day begins in a time zone. */
export function startOfDay(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  return sql`((${day})::timestamp at time zone ${timeZone})`
}
