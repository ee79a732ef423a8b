import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { runEach } from '../../jobs/retries.ts'
import type { Bank } from '../bank/bank.ts'
import { addAttempt } from './attempts.ts'
import { type BankCall, callBank } from './bank-call.ts'
import { book } from './deliver.ts'
import { readOrder } from './sent-order.ts'
import { ContradictionError } from './settle.ts'

/** The maximum of payouts in one check. */
const MAX_BATCH = 20

const now = sql<Date>`clock_timestamp()`

type Dependencies = { db: Db; bank: Bank; log: FastifyBaseLogger; requestTimeoutMs: number }

/**
 * Requests the status of payouts that operators have decided, every six hours for thirty days, or until the bank has
 * decided. A bank that contradicts the operators is a difference of the reconciliation. Only one process asks about
 * a payout. Once `stopping` is aborted, payouts without a response are due immediately, for another process.
 */
export async function checkDecidedPayouts(
  { db, bank, log, requestTimeoutMs }: Dependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { rows } = await sql<{ id: number; payout_id: string }>`
    update payout_decision
    set check_at = case when closed_at > clock_timestamp() - interval '30 days' then clock_timestamp() + interval '6 hours' end
    where id in (
      select id from payout_decision where check_at <= statement_timestamp()
      order by check_at limit ${MAX_BATCH} for update skip locked)
    returning id, payout_id`.execute(db)
  await runEach(rows, async ({ id, payout_id }) => {
    if (stopping.aborted) return await setCheckAt(db, id, now)
    const calls: BankCall[] = []
    const call = {
      order: await readOrder(db, payout_id),
      calls,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(requestTimeoutMs)]),
    }
    const response = await callBank(bank, 'status', call).catch(() => undefined)
    await addAttempt(db, payout_id, { source: 'worker', calls })
    if (!response && stopping.aborted) return await setCheckAt(db, id, now)
    if (response?.status !== 'paid' && response?.status !== 'declined') return
    await book(db, payout_id, response).catch((err: unknown) => {
      if (!(err instanceof ContradictionError)) throw err
      log.error({ err, payoutId: payout_id }, 'the bank contradicts an operator')
    })
    await setCheckAt(db, id, null)
  })
}

async function setCheckAt(db: Db, id: number, check_at: RawBuilder<Date> | null): Promise<void> {
  await db.updateTable('payout_decision').set({ check_at }).where('id', '=', id).execute()
}
