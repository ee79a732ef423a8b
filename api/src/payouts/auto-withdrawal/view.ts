import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Workplace } from '../../staff/employees/repository.ts'
import { methodTitle } from '../payout-methods/titles.ts'
import { findPayout } from '../repository.ts'
import { toPayout } from '../view.ts'
import { doneUntil, newestDay, type RuleRow, toTerms } from './rule.ts'
import type { StopReason } from './stop-rules.ts'

/** Returns the rule of a response, also one that is off. */
export async function toAutoWithdrawal(db: Db, payer: Workplace, rule: RuleRow): Promise<AutoWithdrawal> {
  const method = await db
    .selectFrom('payout_binding')
    .select(['type', 'network', 'last4', 'bank_name', 'phone'])
    .where('id', '=', rule.binding_id)
    .executeTakeFirstOrThrow()
  const payout = rule.last_payout_id ? await findPayout(db, payer.user_id, rule.last_payout_id) : undefined
  const { stopped_at, stop_reason, waited_at, waited_for } = rule
  const nextRun = stopped_at === null ? await readNextRun(db, rule) : null
  return {
    ...toTerms(rule),
    method_title: methodTitle(method),
    confirmed_at: rule.confirmed_at.toISOString(),
    ...(stopped_at && stop_reason && { stopped: { ...toStop(stop_reason), at: stopped_at.toISOString() } }),
    ...(nextRun && { next_run_at: nextRun.toISOString() }),
    ...(waited_at && waited_for && { waited: { reason: waited_for, at: waited_at.toISOString() } }),
    ...(payout && { last_payout: toPayout(payout) }),
  }
}

/** Maps a reason to one of the contract, because pages of earlier releases know only those. */
function toStop(reason: StopReason): Pick<NonNullable<AutoWithdrawal['stopped']>, 'reason' | 'fee_changed'> {
  return reason === 'fee_changed' ? { reason: 'method_unavailable', fee_changed: true } : { reason }
}

/** Computes when a daily rule is due next, by the clock of the restaurant, as `leaseDueRules` does. */
async function readNextRun(db: Db, { employee_id, daily_hour }: RuleRow): Promise<Date | null> {
  if (daily_hour === null) return null
  const { rows } = await sql<{ at: Date }>`
    select (greatest(${newestDay}, ${doneUntil} + 1) + make_interval(hours => a.daily_hour)) at time zone r.time_zone as at
    from auto_withdrawal a join employee e on e.id = a.employee_id join restaurant r on r.id = e.restaurant_id,
      lateral (select clock_timestamp() at time zone r.time_zone as now) as local
    where a.employee_id = ${employee_id}`.execute(db)
  return rows[0]?.at ?? null
}
