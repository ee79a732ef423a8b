import type { OperatorDecision } from '@portal/shared/contracts/operator'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { addAuditEvent } from '../audit/audit.ts'
import { notifyPayer } from './notify-payer.ts'
import { settleWithin } from './settlement.ts'

/** The money is held as that of any payout; no worker takes it, since it is never due. */
export async function holdForReview(trx: Db, payoutId: string): Promise<void> {
  await trx
    .updateTable('payout')
    .set({ review: 'open', next_attempt_at: sql<Date>`'infinity'` })
    .where('id', '=', payoutId)
    .execute()
}

/** It goes to the bank as if it had just been ordered. @throws Problem 404, 409 `not_in_review` */
export async function releasePayout(db: Db, payoutId: string, decision: OperatorDecision): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockInReview(trx, payoutId, 'released'))) return
    await trx
      .updateTable('payout')
      .set({ review: 'released', next_attempt_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', payoutId)
      .execute()
    await addAuditEvent(trx, 'payout_released', { type: 'payout', id: payoutId }, decision)
  })
  await notifyPayer(db, payoutId)
}

/** The money goes back to the balance. @throws Problem 404, 409 `not_in_review` */
export async function rejectPayout(db: Db, payoutId: string, decision: OperatorDecision): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockInReview(trx, payoutId, 'rejected'))) return
    await settleWithin(trx, payoutId, { status: 'declined', reason: 'general_decline' })
    await trx.updateTable('payout').set({ review: 'rejected' }).where('id', '=', payoutId).execute()
    await addAuditEvent(trx, 'payout_rejected', { type: 'payout', id: payoutId }, decision)
  })
  await notifyPayer(db, payoutId)
}

/** False: decided so before. */
async function lockInReview(trx: Db, payoutId: string, decided: 'released' | 'rejected'): Promise<boolean> {
  const payout = await trx
    .selectFrom('payout')
    .select('review')
    .where('id', '=', payoutId)
    .forUpdate()
    .executeTakeFirst()
  if (!payout) throw new Problem(404, 'not_found')
  if (payout.review === decided) return false
  if (payout.review !== 'open') throw new Problem(409, 'not_in_review')
  return true
}
