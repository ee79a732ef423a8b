import type { ReleaseHealth, TelemetryEvent } from '@portal/contracts/telemetry'
import { sql } from 'kysely'
import { isAlive } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { sessionIdByValidToken } from '../../identity/session/repository.ts'

/** How many equal events there were. */
export type TelemetryCount = Pick<TelemetryEvent, 'kind' | 'remote' | 'version'> & {
  /** The name of a vital; otherwise empty. */
  name: string
  /** The bucket of a measured value. Its values are at most 2^(bucket/4). */
  bucket: number
  count: number
  sum: number
}

/** Adds events to the current minute. */
export async function addCounts(db: Db, counts: readonly TelemetryCount[]): Promise<void> {
  const countKey = ({ remote, version, kind, name, bucket }: TelemetryCount) =>
    [remote, version, kind, name, bucket].join()
  // Sorted, so that two processes cannot wait for each other.
  const rows = counts.toSorted((a, b) => (countKey(a) < countKey(b) ? -1 : 1))
  await db
    .insertInto('telemetry')
    .values(rows.map((row) => ({ ...row, minute: sql<Date>`date_trunc('minute', now())` })))
    .onConflict((conflict) =>
      conflict.columns(['minute', 'remote', 'version', 'kind', 'name', 'bucket']).doUpdateSet({
        count: sql`telemetry.count + excluded.count`,
        sum: sql`telemetry.sum + excluded.sum`,
      }),
    )
    .execute()
}

/** A user who has run a release, and the user's restaurant. `reporter` and `restaurant` are hashes. */
export type Reporter = Pick<TelemetryEvent, 'remote' | 'version'> & {
  reporter: Buffer
  restaurant: Buffer
  isFailed: boolean
}

/** Stores one row for each user and release, with the times of the last event and the last failure. */
export async function addReporters(db: Db, reporters: readonly Reporter[]): Promise<void> {
  const reporterKey = ({ remote, version, reporter }: Reporter) => [remote, version, reporter.toString('hex')].join()
  const rows = reporters.toSorted((a, b) => (reporterKey(a) < reporterKey(b) ? -1 : 1))
  await db
    .insertInto('telemetry_reporter')
    .values(rows.map(({ isFailed, ...row }) => ({ ...row, failed_at: isFailed ? sql<Date>`now()` : null })))
    .onConflict((conflict) =>
      conflict.columns(['remote', 'version', 'reporter']).doUpdateSet({
        seen_at: sql<Date>`now()`,
        failed_at: sql<Date>`coalesce(excluded.failed_at, telemetry_reporter.failed_at)`,
      }),
    )
    .execute()
}

/** Younger accounts do not count for canaries, because an attacker can easily create new accounts. */
const MIN_ACCOUNT_DAYS = 7

/** `restaurantId`: the user's first restaurant. Null if the account is too new to count. */
export type ReportingUser = { id: string; restaurantId: string | null }

/** Finds the user of a living session without renewing its idle time, because hidden tabs report, too. */
export async function findReportingUser(db: Db, tokenHash: Buffer): Promise<ReportingUser | undefined> {
  const restaurant = sql<string | null>`(
    select restaurant_id from employee where user_id = u.id and employee.disabled_at is null
      and u.created_at < now() - make_interval(days => ${MIN_ACCOUNT_DAYS})
    order by created_at, id limit 1)`
  return await db
    .selectFrom('session')
    .innerJoin('user_account as u', 'u.id', 'session.user_id')
    .select(['u.id', restaurant.as('restaurantId')])
    .where('session.id', '=', sessionIdByValidToken(tokenHash))
    .where('u.disabled_at', 'is', null)
    .where(isAlive)
    .executeTakeFirst()
}

type HealthRow = Omit<ReleaseHealth, 'first_seen' | 'last_seen'> & { first_seen: Date; last_seen: Date }

/** Reads the releases that users run, newest first. */
export async function readReleaseHealth(db: Db, minutes: number): Promise<ReleaseHealth[]> {
  const { rows } = await sql<HealthRow>`
    with seen as (
      select * from telemetry where minute > now() - make_interval(mins => ${minutes})
    ), release as (
      select remote, version, min(minute) as first_seen, max(minute) as last_seen,
        coalesce(sum(count) filter (where kind = 'start'), 0)::int8 as starts,
        coalesce(sum(count) filter (where kind = 'error'), 0)::int8 as errors,
        coalesce(sum(count) filter (where kind = 'load_failure'), 0)::int8 as load_failures,
        coalesce(sum(count) filter (where kind = 'csp'), 0)::int8 as csp_violations
      from seen group by remote, version
    ), by_hour as (
      select remote, version, date_trunc('hour', minute, 'UTC') as at,
        coalesce(sum(count) filter (where kind = 'start'), 0)::int8 as starts,
        coalesce(sum(count) filter (where kind = 'error'), 0)::int8 as errors,
        coalesce(sum(count) filter (where kind = 'load_failure'), 0)::int8 as load_failures
      from seen where kind in ('start', 'error', 'load_failure') and minute > now() - interval '24 hours'
      group by remote, version, at
    ), measured as (
      select remote, version, case kind when 'vital' then name else kind end as name, bucket,
        sum(sum(count)) over (partition by remote, version, kind, name order by bucket) as up_to,
        sum(sum(count)) over (partition by remote, version, kind, name) as total
      from seen where kind in ('load_time', 'vital') group by remote, version, kind, name, bucket
    ), quartile as (
      select remote, version, name, min(bucket) filter (where up_to >= 0.75 * total) as bucket
      from measured group by remote, version, name
    )
    select release.*,
      reporters.*, (select count(*) from restaurant)::int8 as all_restaurants, coalesce((
      select jsonb_object_agg(name, round(power(2, bucket / 4.0)::numeric, 3)) from quartile
      where (remote, version) = (release.remote, release.version)), '{}') as p75, coalesce((
      select jsonb_agg(to_jsonb(by_hour) - 'remote' - 'version' order by at) from by_hour
      where (remote, version) = (release.remote, release.version)), '[]') as hours
    from release cross join lateral (
      select coalesce(sum(seen), 0)::int8 as reporters, coalesce(sum(failed), 0)::int8 as failed_reporters,
        count(*)::int8 as restaurants, count(*) filter (where failed > 0)::int8 as failed_restaurants,
        coalesce(avg(failed::float8 / seen), 0) as failed_share
      from (
        select count(*) as seen, count(*) filter (where failed_at > now() - make_interval(mins => ${minutes})) as failed
        from telemetry_reporter r
        where (r.remote, r.version) = (release.remote, release.version) and seen_at > now() - make_interval(mins => ${minutes})
        group by restaurant
      ) as of_restaurant
    ) as reporters
    order by last_seen desc, starts desc, remote, version limit 200`.execute(db)
  return rows.map((row) => ({
    ...row,
    first_seen: row.first_seen.toISOString(),
    last_seen: row.last_seen.toISOString(),
  }))
}
