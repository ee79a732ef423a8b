import type { Db } from '../db/connect.ts'
import { notifyUser } from '../messages/live/notify.ts'

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
