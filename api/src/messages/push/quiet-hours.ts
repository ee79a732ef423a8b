import { type RawBuilder, sql } from 'kysely'

type QuietHours = {
  at: RawBuilder<unknown>
  timeZone: RawBuilder<unknown>
  from: RawBuilder<unknown>
  to: RawBuilder<unknown>
}

/**
 * The end of the quiet hours that contain a moment, by the clock of a time zone. Null outside of quiet hours, and for
 * users without quiet hours. Quiet hours from 23 to 9 end on the next day.
 */
export function endOfQuietHours({ at, timeZone, from, to }: QuietHours): RawBuilder<Date | null> {
  const local = sql`(${at} at time zone ${timeZone})`
  const hour = sql`extract(hour from ${local})`
  const isQuiet = sql`case
    when ${from} < ${to} then ${hour} >= ${from} and ${hour} < ${to}
    else ${hour} >= ${from} or ${hour} < ${to}
  end`
  const days = sql`case when ${hour} < ${to} then 0 else 1 end`
  return sql`case when ${isQuiet} then
    (date_trunc('day', ${local}) + make_interval(days => ${days}, hours => ${to})) at time zone ${timeZone}
  end`
}
