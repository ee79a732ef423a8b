import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { notifyUsers } from '../../messages/live/notify.ts'
import { lockWallets, postTransfers, requireWallet } from '../../money/ledger/ledger.ts'
import { addOperations, setPayoutOperationStatus } from '../../money/operations/feed.ts'
import { announceShares, receivedLine } from '../order/book-order.ts'
import { addEvent } from '../repository.ts'

/** Moves the money of a held transfer to the colleagues. The caller has locked the payout's row. */
export async function completeTransfer(trx: Db, payoutId: string): Promise<void> {
  const recipients = await readRecipients(trx, payoutId)
  const wallets = await lockWallets(
    trx,
    recipients.map(({ recipient }) => recipient.id),
  )
  await postTransfers(
    trx,
    recipients.map(({ ref, recipient, amount }) => ({
      ref,
      kind: 'transfer',
      debit: 'payouts_in_flight',
      credit: requireWallet(wallets, recipient.id).wallet,
      amount,
    })),
  )
  await trx
    .updateTable('payout')
    .set({ status: 'succeeded', completed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', payoutId)
    .execute()
  await addEvent(trx, payoutId, 'succeeded')
  await setPayoutOperationStatus(trx, payoutId, 'completed')
  await addOperations(
    trx,
    recipients.map(({ comment, ...line }) => receivedLine({ ...line, ...(comment && { comment }) })),
  )
  await announceShares(trx, recipients)
}

/** Sends the open pages of the recipients a hint that there is money. Call it after commit. */
export async function notifyRecipients(db: Db, payoutId: string): Promise<void> {
  const recipients = await readRecipients(db, payoutId)
  await notifyUsers(
    db,
    recipients.map(({ recipient, restaurantId, number }) => ({
      userId: recipient.user_id,
      hint: { type: 'tip', rest_id: restaurantId, transfer_number: String(number) },
    })),
  )
}

/** Reads the recipients of a transfer with their amounts and the fields of their operations. */
async function readRecipients(db: Db, payoutId: string) {
  const rows = await db
    .selectFrom('payout as p')
    .innerJoin('payout_recipient as r', 'r.payout_id', 'p.id')
    .innerJoin('employee as e', 'e.id', 'r.employee_id')
    .innerJoin('user_account as payer', 'payer.id', 'p.user_id')
    .select([
      'r.ref',
      'r.amount',
      'p.number',
      'p.comment',
      'e.id as recipient_id',
      'e.user_id as recipient_user_id',
      'e.restaurant_id as restaurantId',
      sql<string>`trim(payer.first_name || ' ' || payer.last_name)`.as('payerName'),
    ])
    .where('p.id', '=', payoutId)
    .$narrowType<{ ref: string; amount: number }>()
    .execute()
  return rows.map(({ recipient_id, recipient_user_id, ...row }) => ({
    ...row,
    recipient: { id: recipient_id, user_id: recipient_user_id },
  }))
}
