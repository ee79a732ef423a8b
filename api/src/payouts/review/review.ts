import { sql } from 'kysely'
import { type Actor, addAuditEvent } from '../../base/audit/audit.ts'
import { requireSecondOperator } from '../../base/proposals/second-operator.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { settleWithin } from '../delivery/settle.ts'
import { requireOthersPayout, sumDecidedWithoutSecond } from '../operators/decisions.ts'
import { completeTransfer } from './complete-transfer.ts'

type Decision = { actor: Actor; reason: string }

/** Holds the payout for an operator. Its money is held like that of any payout, and no worker leases it. */
export async function holdForReview(trx: Db, payoutId: string): Promise<void> {
  await trx
    .updateTable('payout')
    .set({ review: 'open', next_attempt_at: sql<Date>`'infinity'` })
    .where('id', '=', payoutId)
    .execute()
}

/**
 * Releases a held order: a withdrawal goes to the bank as if it had just been ordered, a transfer is completed. One
 * operator may release orders up to `limit` kopecks in 24 hours; above it, another operator must confirm the release.
 * Returns the payout, or undefined if it was released before.
 * @throws Problem 404, 409 `not_in_review`, `own_payout`, `payer_disabled`, `recipient_disabled`
 */
export async function releasePayout(trx: Db, payoutId: string, { limit, ...decision }: Decision & { limit: number }) {
  // All decisions lock the operator before the row of the payout, so that they cannot wait for each other.
  const decidedKopecks = await sumDecidedWithoutSecond(trx, decision.actor.id)
  const payout = await lockInReview(trx, payoutId, 'released', decision.actor)
  if (!payout) return undefined
  await requireEnabled(trx, payoutId)
  const audit = { action: 'payout_released', subject: { type: 'payout', id: payoutId }, ...decision } as const
  const proposed_by =
    decidedKopecks + payout.amount > limit ? await requireSecondOperator(trx, { ...audit, change: {} }) : undefined
  await trx
    .updateTable('payout')
    .set({ review: 'released', next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', payoutId)
    .execute()
  if (payout.kind === 'transfer') await completeTransfer(trx, payoutId)
  const after = { review: 'released', ...(proposed_by && { proposed_by }) }
  await addAuditEvent(trx, { ...audit, before: { review: 'open' }, after })
  return payout
}

/** Rejects a held order: the money returns to the balance. @throws Problem 404, 409 `not_in_review`, `own_payout` */
export async function rejectPayout(trx: Db, payoutId: string, decision: Decision): Promise<void> {
  if (!(await lockInReview(trx, payoutId, 'rejected', decision.actor))) return
  await settleWithin(trx, payoutId, { status: 'declined', reason: 'general_decline' })
  await trx.updateTable('payout').set({ review: 'rejected' }).where('id', '=', payoutId).execute()
  await addAuditEvent(trx, {
    action: 'payout_rejected',
    subject: { type: 'payout', id: payoutId },
    ...decision,
    before: { review: 'open' },
    after: { review: 'rejected' },
  })
}

/** Returns undefined if the decision was made before. */
async function lockInReview(trx: Db, payoutId: string, decided: 'released' | 'rejected', actor: Actor) {
  const payout = requireFound(
    await trx
      .selectFrom('payout')
      .select(['kind', 'review', 'amount'])
      .where('id', '=', payoutId)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (payout.review === decided) return undefined
  if (payout.review !== 'open') throw new Problem(409, 'not_in_review')
  await requireOthersPayout(trx, payoutId, actor)
  return payout
}

/**
 * An order cannot be released if its payer or a recipient was disabled after it: the operator rejects it, or enables
 * the user first. A former employee may still withdraw, but neither makes nor gets a transfer. The rows of disabled
 * users are locked, so a user who is being enabled is either seen here as enabled, or waits for this decision.
 */
async function requireEnabled(trx: Db, payoutId: string): Promise<void> {
  const { rows } = await sql<{ isPayer: boolean }>`
    select e.id = p.employee_id as "isPayer"
    from payout p
    join employee e on e.id = p.employee_id or e.id in (select employee_id from payout_recipient where payout_id = p.id)
    join user_account u on u.id = e.user_id
    where p.id = ${payoutId} and (u.disabled_at is not null or (e.disabled_at is not null and p.kind = 'transfer'))
    for share of e, u`.execute(trx)
  if (rows.length === 0) return
  throw new Problem(409, rows.some(({ isPayer }) => isPayer) ? 'payer_disabled' : 'recipient_disabled')
}
