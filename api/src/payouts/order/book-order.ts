import { isolated } from '@portal/contracts/tidy-text'
import type { Db } from '../../db/connect.ts'
import { addPushEvents } from '../../messages/push/add-push-events.ts'
import { type LedgerTransfer, postTransfers, requireWallet, type Wallet } from '../../money/ledger/ledger.ts'
import { addOperations, type NewOperation } from '../../money/operations/feed.ts'
import { insertPayout, type LoweredOrder } from '../repository.ts'
import type { Plan } from './plan-order.ts'
import { insertShares, transferRef } from './shares.ts'

/** `at` is the time of the order, if not now. An operator decides about a held order. A rule made an automatic one. */
type Booking = { at?: Date; isHeld?: boolean; isAutomatic?: boolean }

/**
 * Books an order whose wallets are locked: the payout, its money and its operations. A withdrawal and a held transfer
 * only leave the balance here; the worker or an operator completes them. Returns the payout's id.
 */
export async function bookOrder(
  trx: Db,
  plan: Plan & { lowered?: LoweredOrder },
  wallets: ReadonlyMap<string, Wallet>,
  { at, isHeld = false, isAutomatic = false }: Booking = {},
): Promise<string> {
  const { kind, payer, amount, fee, restaurantFee, comment, destination } = plan
  const isDone = kind === 'transfer' && !isHeld
  const { id: payoutId, number } = await insertPayout(trx, {
    kind,
    employee_id: payer.id,
    user_id: payer.user_id,
    binding_id: plan.kind === 'payout' ? plan.methodId : null,
    recipient_employee_id: plan.kind === 'transfer' && !plan.sharingWay ? plan.shares[0].recipient.id : null,
    sharing_way: plan.kind === 'transfer' ? plan.sharingWay : null,
    amount,
    fee,
    restaurant_fee: restaurantFee,
    destination_type: destination.type,
    destination_title: destination.title,
    comment,
    status: isDone ? 'succeeded' : 'pending',
    at,
    automatic: isAutomatic,
    ...plan.lowered,
  })
  if (plan.kind === 'transfer' && plan.sharingWay) await insertShares(trx, payoutId, plan.shares)
  await postTransfers(trx, toTransfers(plan, payoutId, wallets, isDone))
  await addOperations(trx, toOperations(plan, { payoutId, number, at, isDone, isAutomatic }))
  if (plan.kind === 'transfer' && isDone) await announceShares(trx, plan.shares)
  return payoutId
}

/** Push messages tell colleagues of the money that they get in this transaction. */
export async function announceShares(
  trx: Db,
  shares: readonly { recipient: { id: string }; amount: number }[],
): Promise<void> {
  await addPushEvents(
    trx,
    shares.map(({ recipient, amount }) => ({ kind: 'share', employeeId: recipient.id, amount })),
  )
}

function toTransfers(
  plan: Plan,
  payoutId: string,
  wallets: ReadonlyMap<string, Wallet>,
  isDone: boolean,
): LedgerTransfer[] {
  const debit = requireWallet(wallets, plan.payer.id).wallet
  if (plan.kind === 'payout' || !isDone) {
    const { amount } = plan
    return [{ ref: `payout:${payoutId}:hold`, kind: 'payout_hold', debit, credit: 'payouts_in_flight', amount }]
  }
  return plan.shares.map(({ recipient, amount }, index) => ({
    ref: transferRef(payoutId, plan.sharingWay === null ? null : index + 1),
    kind: 'transfer',
    debit,
    credit: requireWallet(wallets, recipient.id).wallet,
    amount,
  }))
}

type Booked = { payoutId: string; number: number; at: Date | undefined; isDone: boolean; isAutomatic: boolean }

/**
 * Returns the operations of all sides. The operation of a recipient appears with the money, has its number, and does
 * not name the payout.
 */
function toOperations(plan: Plan, { payoutId, number, at, isDone, isAutomatic }: Booked): NewOperation[] {
  const { payer, amount, fee, restaurantFee, comment } = plan
  const money = { amount, number, ...(at && { at }), ...(comment && { comment }) }
  const status = isDone ? 'completed' : 'pending'
  const sent = { ...money, employeeId: payer.id, userId: payer.user_id, fee, restaurantFee, payoutId, status } as const
  if (plan.kind === 'payout') {
    return [{ ...sent, type: 'payout', title: `${isAutomatic ? 'Автовывод' : 'Вывод'} · ${plan.destination.title}` }]
  }
  const line: NewOperation = { ...sent, type: 'transfer_out', title: `Перевод · ${plan.destination.title}` }
  if (!isDone) return [line]
  const received = plan.shares.map(({ recipient, amount: share }) =>
    receivedLine({ ...money, amount: share, recipient, payerName: payer.name }),
  )
  return [line, ...received]
}

type Received = {
  recipient: { id: string; user_id: string }
  payerName: string
  amount: number
  number: number
  comment?: string
  at?: Date
}

/** Returns the recipient's operation of a transfer. */
export function receivedLine({ recipient, payerName, ...money }: Received): NewOperation {
  return {
    ...money,
    employeeId: recipient.id,
    userId: recipient.user_id,
    type: 'transfer_in',
    status: 'completed',
    title: `Перевод · ${isolated(payerName)}`,
  }
}
