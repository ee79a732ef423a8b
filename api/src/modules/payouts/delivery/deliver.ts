import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Bank, BankResponse } from '../bank/bank.ts'
import { notifyPayer } from '../notify-payer.ts'
import type { LeasedPayout } from './lease.ts'
import { settle } from './settle.ts'

/** Seconds between two attempts of one payout, at most. */
const MAX_RETRY_SECONDS = 300

/**
 * Sends a leased payout to the bank, or requests its status if an earlier attempt may have sent it. Holds no database
 * connection meanwhile. @throws what the bank threw, or the reason of the signal, after which the payment is unknown
 */
export async function requestDecision(
  bank: Bank,
  { order, attempt }: LeasedPayout,
  signal: AbortSignal,
): Promise<BankResponse> {
  return await untilAborted(signal, async () => {
    if (attempt > 1) {
      const response = await bank.status(order.payoutId, signal)
      if (response.status !== 'unknown') return response
    }
    return await bank.send(order, signal)
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
  if (response.status === 'accepted') return
  if (await settle(db, payoutId, response)) await notifyPayer(db, payoutId)
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
