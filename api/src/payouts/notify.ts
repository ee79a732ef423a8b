import type { Payout } from '@portal/contracts/payout'
import type { Db } from '../db/connect.ts'
import { notifyUser, notifyUsers } from '../messages/live/notify.ts'
import { type Plan, planRecipients } from './order/plan-order.ts'

/**
 * Sends the open pages of the payer a hint that the payout has changed. Call it after the commit. It never fails, like
 * `notifyUser`: the change is committed, and an error would look like a failed payout.
 */
export async function notifyPayer(db: Db, payoutId: string): Promise<void> {
  const payer = await db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.user_id', 'e.restaurant_id'])
    .where('p.id', '=', payoutId)
    .executeTakeFirst()
    .catch(() => undefined)
  if (!payer) return
  await notifyUser(db, payer.user_id, { type: 'payout', rest_id: payer.restaurant_id, payout_id: payoutId })
}

/** Sends the open pages of the payer, and of the colleagues who got money, a hint about a new payout. */
export async function notifyParties(
  db: Db,
  plan: Plan,
  { id: payout_id, number: transfer_number, status }: Payout,
): Promise<void> {
  const rest_id = plan.payer.restaurant_id
  await notifyUser(db, plan.payer.user_id, { type: 'payout', rest_id, payout_id })
  // The money of a held transfer has not reached the colleagues yet.
  if (status !== 'succeeded') return
  await notifyUsers(
    db,
    planRecipients(plan).map(({ user_id }) => ({ userId: user_id, hint: { type: 'tip', rest_id, transfer_number } })),
  )
}
