import type { AutoWithdrawalSchedule, AutoWithdrawalToConfirm } from '@portal/contracts/auto-withdrawal-rule'
import type { Fee } from '@portal/contracts/payout-fee'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import type { VerifiedProof } from '../../identity/confirmation/proof.ts'

export type RuleRow = Selectable<Database['auto_withdrawal']>
export type RuleTerms = Omit<AutoWithdrawalToConfirm, 'rest_id'>

export async function findRule(db: Db, employeeId: string): Promise<RuleRow | undefined> {
  return await db.selectFrom('auto_withdrawal').selectAll().where('employee_id', '=', employeeId).executeTakeFirst()
}

/** Returns the terms that the user has confirmed, in rubles. */
export function toTerms({
  binding_id,
  daily_hour,
  threshold,
  day_limit,
  keep,
}: Pick<RuleRow, 'binding_id' | 'daily_hour' | 'threshold' | 'day_limit' | 'keep'>): RuleTerms {
  const schedule: AutoWithdrawalSchedule =
    daily_hour === null ? { kind: 'threshold', amount: (threshold ?? 0) / 100 } : { kind: 'daily', hour: daily_hour }
  return { binding_id, schedule, day_limit: day_limit / 100, keep: keep / 100 }
}

export function toColumns({ binding_id, schedule, day_limit, keep = 0 }: RuleTerms) {
  return {
    binding_id,
    daily_hour: schedule.kind === 'daily' ? schedule.hour : null,
    threshold: schedule.kind === 'threshold' ? schedule.amount * 100 : null,
    day_limit: day_limit * 100,
    keep: keep * 100,
  }
}

type Confirmed = {
  employeeId: string
  user: SignedIn
  proof: VerifiedProof
  terms: RuleTerms
  fee: Fee
}

/**
 * Stores the rule and switches it on. A daily rule whose hour has passed today runs tomorrow for the first time.
 * A run that another process has begun finds a new run number, and so orders nothing by the previous terms.
 */
export async function storeRule(trx: Db, { employeeId, user, proof, terms, fee }: Confirmed): Promise<void> {
  const passkeyHours = 'assertion' in proof ? proof.assertion.ageHours : null
  const { binding_id, daily_hour, threshold, day_limit, keep } = toColumns(terms)
  await sql`
    insert into auto_withdrawal as a (employee_id, binding_id, daily_hour, threshold, day_limit, keep, fee, device_since, passkey_since, ran_on)
    select e.id, ${binding_id}, ${daily_hour}, ${threshold}, ${day_limit}, ${keep}, ${JSON.stringify(fee)}::jsonb,
      coalesce((select d.created_at from session s join device d on d.id = s.device_id
        where s.id::text = ${user.sessionId} and s.user_id = ${user.id}), clock_timestamp()),
      clock_timestamp() - make_interval(secs => ${passkeyHours}::float8 * 3600),
      case when extract(hour from local.now) >= ${daily_hour}::int then local.now::date end
    from employee e join restaurant r on r.id = e.restaurant_id,
      lateral (select clock_timestamp() at time zone r.time_zone as now) as local
    where e.id = ${employeeId}
    on conflict (employee_id) do update set
      binding_id = excluded.binding_id, daily_hour = excluded.daily_hour, threshold = excluded.threshold,
      day_limit = excluded.day_limit, keep = excluded.keep, fee = excluded.fee, confirmed_at = clock_timestamp(), device_since = excluded.device_since,
      passkey_since = excluded.passkey_since, ran_on = greatest(excluded.ran_on, a.ran_on),
      stopped_at = null, stop_reason = null, is_unannounced = false, waited_for = null, waited_at = null,
      run = a.run + 1, next_attempt_at = clock_timestamp()`.execute(trx)
}

/**
 * The user's confirmation of a rule, which the orders of the rule have in place of a code. Ages are in hours,
 * as in anomaly/order-facts.ts.
 */
export type RuleProof = { employeeId: string; run: number; deviceAge: number; passkeyAge: number | null }

/**
 * Locks the rule in the transaction of its order, and returns the kopecks that it keeps. Every change of a rule locks
 * the wallet and the method before it.
 * @throws Problem 410 `rule_changed` if the rule was switched off or changed meanwhile,
 * or another process has ordered this run
 */
export async function requireCurrentRule(trx: Db, { employeeId, run }: RuleProof): Promise<number> {
  const current = trx.selectFrom('auto_withdrawal').select('keep').where('employee_id', '=', employeeId)
  const locked = await current.where('run', '=', run).where('stopped_at', 'is', null).forUpdate().executeTakeFirst()
  if (!locked) throw new Problem(410, 'rule_changed')
  return locked.keep
}

// SQL for the days of a rule `a` at its restaurant `r`; `local.now` is the local time there.

/** The newest date on which the rule's hour has begun. For a threshold rule it is today. */
export const newestDay = sql<string>`(local.now - make_interval(hours => coalesce(a.daily_hour, 0)))::date`

/** The last date that needs no run. Dates before the latest confirmation never run, even if the rule was on then. */
export const doneUntil = sql<string>`greatest(a.ran_on, (a.confirmed_at at time zone r.time_zone)::date - 1)`
