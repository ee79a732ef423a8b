import type { Db } from '../../db/connect.ts'
import { notifyUser } from '../live/notify.ts'

/** Sends the open pages of the payer a hint that the payout has changed. Call it after commit. */
export async function notifyPayer(db: Db, payoutId: string): Promise<void> {
  const { user_id, restaurant_id } = await db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.user_id', 'e.restaurant_id'])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  await notifyUser(db, user_id, { type: 'payout', rest_id: restaurant_id, payout_id: payoutId })
}
