import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Bank, type BankResponse, UnclearPaymentError } from '../bank/bank.ts'
import { notifyPayer } from '../notify.ts'
import { storeContradiction } from '../reconciliation/contradiction.ts'
import { addAttempt } from './attempts.ts'
import { callBank, toCallback } from './bank-call.ts'
import { MIN_HURRY_SECONDS } from './hurry.ts'
import type { LeasedPayout } from './lease.ts'
import { ContradictionError, settle, settleWithin } from './settle.ts'
import { stopMethodOfOtherCard } from './stop-method-of-other-card.ts'

/** Seconds between two attempts of one payout, at most. */
const MAX_RETRY_SECONDS = 300

/**
 * Sends a leased payout to the bank, or requests its status if it may have been sent before. Holds no database
 * connection meanwhile. @throws what the bank threw, or the reason of the signal, after which the payment is unknown
 */
export async function sendOrRequestStatus(
  bank: Bank,
  { order, canBeAtBank, isWithOperators, calls }: LeasedPayout,
  signal: AbortSignal,
): Promise<BankResponse> {
  if (canBeAtBank || isWithOperators) {
    const response = await callBank(bank, 'status', { order, calls, signal })
    if (response.status !== 'unknown') return response
  }
  if (isWithOperators) throw new UnclearPaymentError(`operators are deciding about payout ${order.payoutId}`)
  return await callBank(bank, 'send', { order, calls, signal })
}

type DeliveryDependencies = {
  db: Db
  /** Runs queries as soon as a connection is free for them. */
  limitDatabaseUse?: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Requests a decision about a leased payout and books it. May end anywhere: the worker that leases the payout next
 * requests its status first. @throws what `request` threw; the payout stays `processing` and is due again later
 */
export async function deliver(
  { db, limitDatabaseUse = (task) => task() }: DeliveryDependencies,
  leased: LeasedPayout,
  request: () => Promise<BankResponse>,
): Promise<void> {
  try {
    const response = await request()
    await limitDatabaseUse(() => book(db, leased.order.payoutId, response))
  } finally {
    await limitDatabaseUse(() => endAttempt(db, leased))
  }
}

/** Records what the bank has reported by itself, and books it. */
export async function bookCallback(db: Db, payoutId: string, response: BankResponse): Promise<void> {
  await addAttempt(db, payoutId, { source: 'bank', calls: [toCallback(response)] })
  await book(db, payoutId, response)
}

/** Books a decision of the bank, whether it was requested or came by callback. */
export async function book(db: Db, payoutId: string, response: BankResponse): Promise<void> {
  const { reference, card } = response
  if (reference !== undefined) await storeReference(db, payoutId, reference)
  // The card is compared before the decision is booked: if the process ends in between, the status is requested again.
  if (card) await db.transaction().execute((trx) => stopMethodOfOtherCard(trx, payoutId, card))
  if (response.status === 'accepted') return
  const isSettled = await settle(db, payoutId, response).catch(async (error: unknown) => {
    if (error instanceof ContradictionError) await storeContradiction(db, payoutId, response)
    throw error
  })
  if (isSettled) await notifyPayer(db, payoutId)
}

/**
 * Books a response in the transaction of the caller. Returns whether the payout is settled by it. @throws
 * ContradictionError
 */
export async function bookWithin(trx: Db, payoutId: string, response: BankResponse): Promise<boolean> {
  const { reference, card } = response
  if (reference !== undefined) await storeReference(trx, payoutId, reference)
  if (card) await stopMethodOfOtherCard(trx, payoutId, card)
  return response.status === 'accepted' ? false : await settleWithin(trx, payoutId, response)
}

/**
 * Stores the provider's id of the payment, by which its status is requested from then on. @throws ContradictionError
 * for another id
 */
async function storeReference(db: Db, payoutId: string, reference: string): Promise<void> {
  const stored = await db
    .updateTable('payout')
    .set((eb) => ({ bank_reference: eb.fn.coalesce('bank_reference', eb.val(reference)) }))
    .where('id', '=', payoutId)
    .where((eb) => eb.or([eb('bank_reference', 'is', null), eb('bank_reference', '<>', reference)]))
    .returning('bank_reference')
    .executeTakeFirst()
  if (stored && stored.bank_reference !== reference) {
    throw new ContradictionError(`payout ${payoutId} is payment ${stored.bank_reference} and payment ${reference}`)
  }
}

/**
 * Records the calls of the attempt, and makes the payout due in 1, 2, 4 … seconds, unless it is settled or another
 * worker has leased it since. If `hurryPayout` has moved `next_attempt_at` past the end of the lease, a notification
 * came during it, and the payout is due after at most `MIN_HURRY_SECONDS`.
 */
async function endAttempt(db: Db, { order, attempt, attemptId, calls }: LeasedPayout): Promise<void> {
  const seconds = Math.min(MAX_RETRY_SECONDS, 2 ** (attempt - 1))
  await sql`
    with ended as (
      update payout_attempt set finished_at = clock_timestamp(), calls = ${JSON.stringify(calls)} where id = ${attemptId}
      returning lease_ends_at
    )
    update payout set next_attempt_at = clock_timestamp() + make_interval(secs =>
      case when next_attempt_at > ended.lease_ends_at then ${Math.min(seconds, MIN_HURRY_SECONDS)}::float8 else ${seconds} end)
    from ended
    where id = ${order.payoutId} and attempts = ${attempt} and status = 'processing'`.execute(db)
}
