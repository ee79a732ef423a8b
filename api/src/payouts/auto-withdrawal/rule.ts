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
export function termsOf({
  binding_id,
  daily_hour,
  threshold,
  day_limit,
}: Pick<RuleRow, 'binding_id' | 'daily_hour' | 'threshold' | 'day_limit'>): RuleTerms {
  const schedule: AutoWithdrawalSchedule =
    daily_hour === null ? { kind: 'threshold', amount: (threshold ?? 0) / 100 } : { kind: 'daily', hour: daily_hour }
  return { binding_id, schedule, day_limit: day_limit / 100 }
}

export function columnsOf({ binding_id, schedule, day_limit }: RuleTerms) {
  return {
    binding_id,
    daily_hour: schedule.kind === 'daily' ? schedule.hour : null,
    threshold: schedule.kind === 'threshold' ? schedule.amount * 100 : null,
    day_limit: day_limit * 100,
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
 * Stores the rule and switches it on. A daily one whose hour has come today begins tomorrow, unless it has run today
 * anyway. A run that another process has begun finds another number, and orders nothing by the former terms.
 */
export async function storeRule(trx: Db, { employeeId, user, proof, terms, fee }: Confirmed): Promise<void> {
  const passkeyHours = 'assertion' in proof ? proof.assertion.ageHours : null
  const { binding_id, daily_hour, threshold, day_limit } = columnsOf(terms)
  await sql`
    insert into auto_withdrawal as a (employee_id, binding_id, daily_hour, threshold, day_limit, fee, device_since, passkey_since, ran_on)
    select e.id, ${binding_id}, ${daily_hour}, ${threshold}, ${day_limit}, ${JSON.stringify(fee)}::jsonb,
      coalesce((select d.created_at from session s join device d on d.id = s.device_id
        where s.id::text = ${user.sessionId} and s.user_id = ${user.id}), clock_timestamp()),
      clock_timestamp() - make_interval(secs => ${passkeyHours}::float8 * 3600),
      case when extract(hour from local.now) >= ${daily_hour}::int then local.now::date end
    from employee e join restaurant r on r.id = e.restaurant_id,
      lateral (select clock_timestamp() at time zone r.time_zone as now) as local
    where e.id = ${employeeId}
    on conflict (employee_id) do update set
      binding_id = excluded.binding_id, daily_hour = excluded.daily_hour, threshold = excluded.threshold,
      day_limit = excluded.day_limit, fee = excluded.fee, confirmed_at = clock_timestamp(), device_since = excluded.device_since,
      passkey_since = excluded.passkey_since, ran_on = greatest(excluded.ran_on, a.ran_on),
      stopped_at = null, stop_reason = null, is_unannounced = false, waited_for = null, waited_at = null,
      run = a.run + 1, next_attempt_at = clock_timestamp()`.execute(trx)
}

/**
 * The user's confirmation of a rule, which each of its orders has instead of a code. Ages in hours,
 * as of anomaly/order-facts.ts.
 */
export type RuleProof = { employeeId: string; run: number; deviceAge: number; passkeyAge: number | null }

/**
 * Locks the rule in the transaction of its order: after that of the wallet and of the binding,
 * as all that changes a rule.
 * @throws Problem 410 `rule_changed` where it was switched off or changed meanwhile,
 * or another process has ordered this run
 */
export async function requireCurrentRule(trx: Db, { employeeId, run }: RuleProof): Promise<void> {
  const current = trx.selectFrom('auto_withdrawal').select('run').where('employee_id', '=', employeeId)
  const locked = await current.where('run', '=', run).where('stopped_at', 'is', null).forUpdate().executeTakeFirst()
  if (!locked) throw new Problem(410, 'rule_changed')
}

// Days of a rule `a` by the clock of its restaurant `r`; `local.now` is what this clock shows.

/** The newest date whose hour has begun; for a rule by threshold that is today. */
export const newestDay = sql<string>`(local.now - make_interval(hours => coalesce(a.daily_hour, 0)))::date`

/** The date that has been run for. A rule does not run for the days before it was confirmed, also where it was on earlier. */
export const doneUntil = sql<string>`greatest(a.ran_on, (a.confirmed_at at time zone r.time_zone)::date - 1)`
