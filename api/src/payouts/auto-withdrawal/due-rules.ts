import type { Fee } from '@portal/contracts/payout-fee'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isUnknownTimeZone, mayBeUnknownTimeZone } from '../../db/dates.ts'
import { doneUntil, newestDay, type RuleProof } from './rule.ts'

/** Longer than a run takes, so only a process that has ended, or that waits for the database, loses its lease. */
const LEASE_SECONDS = 60
/** After a run without an order, a threshold rule checks the limits again after this time. */
const RETRY_SECONDS = 600

/** A rule whose time or balance has come. Kopecks. */
export type DueRule = {
  employeeId: string
  userId: string
  restaurantId: string
  methodId: string
  run: number
  /** The restaurant's date for which the rule runs. After midnight it may be the date whose hour was missed. */
  day: string
  balance: number
  /** What the rule leaves on the balance. */
  keep: number
  /** The fee that the user confirmed, in rubles and percent. It is null if the previous version stored the rule. */
  fee: Fee | null
  /** The amount that the rule may still withdraw today. */
  dayLimitLeft: number
  deviceAge: number
  passkeyAge: number | null
}

const hoursSince = (column: string) => sql`extract(epoch from clock_timestamp() - ${sql.raw(column)})::float8 / 3600`

/**
 * Leases the rules that are due, the longest waiting first. A daily rule is due once for each date at the restaurant,
 * from its hour on. If it missed one or more dates, it is due immediately, once for all of them. No rule is due while
 * its last payout is under way, because a payout that the provider refuses must stop the rule first.
 * Restaurants whose time zone PostgreSQL does not know are reported to `onUnknown`, and their rules wait.
 */
export async function leaseDueRules(
  db: Db,
  max: number,
  onUnknown: (restaurantIds: readonly string[]) => void = () => {},
): Promise<DueRule[]> {
  return await lease(db, max, []).catch(async (error: unknown) => {
    if (!mayBeUnknownTimeZone(error)) throw error
    const restaurants = db
      .selectFrom('restaurant')
      .select('id')
      .where(isUnknownTimeZone(sql.ref('time_zone')))
    const ids = (await restaurants.execute()).map(({ id }) => id)
    if (ids.length === 0) throw error
    onUnknown(ids)
    return await lease(db, max, ids)
  })
}

async function lease(db: Db, max: number, withoutClock: readonly string[]): Promise<DueRule[]> {
  const { rows } = await sql<DueRule>`
    with due as (
      select a.employee_id, e.user_id, r.id as restaurant_id, r.time_zone, w.balance, local.now::date as today,
        ${newestDay} as day
      from auto_withdrawal a
      join employee e on e.id = a.employee_id
      join (
        select id, case when id <> all(${withoutClock}::uuid[]) then time_zone end as time_zone from restaurant
      ) r on r.id = e.restaurant_id
      join ledger_account w on w.employee_id = a.employee_id and w.kind = 'wallet',
      lateral (select clock_timestamp() at time zone r.time_zone as now) as local
      where a.stopped_at is null and a.next_attempt_at <= statement_timestamp() and local.now is not null
        and case when a.daily_hour is null then w.balance >= a.threshold
          else ${newestDay} > ${doneUntil} end
        and not exists (
          select from payout p where p.id = a.last_payout_id and p.status in ('pending', 'processing'))
      order by a.next_attempt_at limit ${max} for update of a skip locked
    )
    update auto_withdrawal a set next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from due where a.employee_id = due.employee_id
    returning a.employee_id as "employeeId", due.user_id as "userId", due.restaurant_id as "restaurantId",
      a.binding_id as "methodId", a.run, due.day, due.balance, a.keep, a.fee,
      greatest(0, a.day_limit - (
        select coalesce(sum(amount), 0) from payout p
        where p.employee_id = a.employee_id and p.kind = 'payout' and p.automatic and p.status <> 'canceled'
          and p.created_at >= due.today::timestamp at time zone due.time_zone))::bigint as "dayLimitLeft",
      ${hoursSince('a.device_since')} as "deviceAge", ${hoursSince('a.passkey_since')} as "passkeyAge"`.execute(db)
  return rows
}

/**
 * Counts the run in the transaction of its payout. Does nothing if another process has counted it:
 * a repeated order returns the payout that exists.
 */
export async function countRun(trx: Db, { employeeId, run, day }: DueRule, payoutId: string): Promise<void> {
  await sql`
    update auto_withdrawal set run = run + 1, ran_on = ${day}, last_payout_id = ${payoutId},
      waited_for = null, waited_at = null, next_attempt_at = clock_timestamp()
    where employee_id = ${employeeId} and run = ${run}`.execute(trx)
}

/** Ends a run without an order. A daily rule waits for the next day, a threshold rule for `RETRY_SECONDS`. */
export async function skipRun(
  db: Db,
  { employeeId, run, day }: DueRule,
  reason: 'below_minimum' | 'limit',
): Promise<void> {
  await sql`
    update auto_withdrawal set waited_for = ${reason}, waited_at = clock_timestamp(),
      ran_on = case when daily_hour is null then ran_on else ${day}::date end,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${RETRY_SECONDS})
    where employee_id = ${employeeId} and run = ${run} and stopped_at is null`.execute(db)
}

export function toRuleProof({ employeeId, run, deviceAge, passkeyAge }: DueRule): RuleProof {
  return { employeeId, run, deviceAge, passkeyAge }
}
