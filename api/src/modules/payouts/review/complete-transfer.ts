import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { lockWallets, postTransfer, walletOf } from '../../ledger/ledger.ts'
import { notifyUser } from '../../live/notify.ts'
import { addOperations, setPayoutOperationStatus } from '../../operations/feed.ts'
import { receivedLine } from '../order/book-order.ts'
import { addEvent } from '../repository.ts'

/** Moves the money of a held transfer to the colleague. The caller has locked the payout's row. */
export async function completeTransfer(trx: Db, payoutId: string): Promise<void> {
  const { recipient, payerName, amount, number, comment } = await readTransfer(trx, payoutId)
  const credit = walletOf(await lockWallets(trx, [recipient.id]), recipient.id).wallet
  await postTransfer(trx, {
    ref: `payout:${payoutId}:transfer`,
    kind: 'transfer',
    debit: 'payouts_in_flight',
    credit,
    amount,
  })
  await trx
    .updateTable('payout')
    .set({ status: 'succeeded', completed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', payoutId)
    .execute()
  await addEvent(trx, payoutId, 'succeeded')
  await setPayoutOperationStatus(trx, payoutId, 'completed')
  await addOperations(trx, [receivedLine({ recipient, payerName, amount, number, ...(comment && { comment }) })])
}

/** Sends the open pages of the recipient a hint that there is money. Call it after commit. */
export async function notifyRecipient(db: Db, payoutId: string): Promise<void> {
  const { recipient, restaurantId } = await readTransfer(db, payoutId)
  await notifyUser(db, recipient.user_id, { type: 'payout', rest_id: restaurantId })
}

async function readTransfer(db: Db, payoutId: string) {
  const { recipient_id, recipient_user_id, ...transfer } = await db
    .selectFrom('payout as p')
    .innerJoin('employee as e', 'e.id', 'p.recipient_employee_id')
    .innerJoin('user_account as payer', 'payer.id', 'p.user_id')
    .select([
      'p.amount',
      'p.number',
      'p.comment',
      'e.id as recipient_id',
      'e.user_id as recipient_user_id',
      'e.restaurant_id as restaurantId',
      sql<string>`trim(payer.first_name || ' ' || payer.last_name)`.as('payerName'),
    ])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return { ...transfer, recipient: { id: recipient_id, user_id: recipient_user_id } }
}
