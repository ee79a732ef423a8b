import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { traced } from '../../../tracing/tracing.ts'
import type { Bank, BankResponse } from '../bank/bank.ts'
import { notifyPayer } from '../notify-payer.ts'
import type { LeasedPayout } from './lease.ts'
import { ContradictionError, settle } from './settle.ts'

/** Seconds between two attempts of one payout, at most. */
const MAX_RETRY_SECONDS = 300

/**
 * Sends a leased payout to the bank, or requests its status if it may have been sent before. Holds no database
 * connection meanwhile. @throws what the bank threw, or the reason of the signal, after which the payment is unknown
 */
export async function requestDecision(
  bank: Bank,
  { order, mayBeSent }: LeasedPayout,
  signal: AbortSignal,
): Promise<BankResponse> {
  const options = { scope: 'bank', kind: 'client', attributes: { 'payout.id': order.payoutId } } as const
  return await untilAborted(signal, async () => {
    if (mayBeSent) {
      const response = await traced('bank status', options, () => bank.status(order, signal))
      if (response.status !== 'unknown') return response
    }
    return await traced('bank send', options, () => bank.send(order, signal))
  })
}

/** Rejects when the signal aborts, even if the adapter of the bank does not listen to it. */
async function untilAborted<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([aborted, call()])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type DeliveryOptions = {
  db: Db
  /** Runs queries as soon as a connection is free for them. */
  withDatabase?: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Requests a decision about a leased payout and books it. May end anywhere: the worker that leases the payout next
 * requests its status first. @throws what `request` threw; the payout stays `processing` and is due again later
 */
export async function deliver(
  { db, withDatabase = (task) => task() }: DeliveryOptions,
  leased: LeasedPayout,
  request: () => Promise<BankResponse>,
): Promise<void> {
  try {
    const response = await request()
    await withDatabase(() => book(db, leased.order.payoutId, response))
  } finally {
    await withDatabase(() => reschedule(db, leased))
  }
}

/** Books a decision of the bank, whether it was requested or came by callback. */
export async function book(db: Db, payoutId: string, response: BankResponse): Promise<void> {
  if (response.reference !== undefined) await storeReference(db, payoutId, response.reference)
  if (response.status === 'accepted') return
  if (await settle(db, payoutId, response)) await notifyPayer(db, payoutId)
}

/** Stores the provider's id of the payment, by which its status is requested from then on. @throws ContradictionError for another id */
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

/** Makes the payout due in 1, 2, 4 … seconds, unless it is settled or another worker has leased it since. */
async function reschedule(db: Db, { order, attempt }: LeasedPayout): Promise<void> {
  const seconds = Math.min(MAX_RETRY_SECONDS, 2 ** Math.min(attempt - 1, 20))
  await db
    .updateTable('payout')
    .set({ next_attempt_at: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', order.payoutId)
    .where('attempts', '=', attempt)
    .where('status', '=', 'processing')
    .execute()
}
