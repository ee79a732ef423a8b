import { sql } from 'kysely'

// Days of a rule `a` by the clock of its restaurant `r`; `local.now` is what this clock shows.

/** The newest date whose hour has begun; for a rule by threshold that is today. */
export const newestDay = sql<string>`(local.now - make_interval(hours => coalesce(a.daily_hour, 0)))::date`

/** The date that has been run for. A rule does not run for the days before it was confirmed, also where it was on earlier. */
export const doneUntil = sql<string>`greatest(a.ran_on, (a.confirmed_at at time zone r.time_zone)::date - 1)`
