import type { PayoutCall } from '@portal/contracts/admin/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { BankCall } from './bank-call.ts'

type NewAttempt = { calls: readonly BankCall[] } & (
  | { source: 'bank' | 'worker' }
  | { source: 'operator'; operator: string }
)

/** Records calls of a bank outside a delivery by the worker. */
export async function addAttempt(db: Db, payoutId: string, { calls, ...by }: NewAttempt): Promise<void> {
  await db
    .insertInto('payout_attempt')
    .values({ payout_id: payoutId, ...by, finished_at: sql<Date>`clock_timestamp()`, calls: JSON.stringify(calls) })
    .execute()
}

/** Whether a worker may be sending the payout to its bank at this moment. */
export async function isUnderWay(db: Db, payoutId: string): Promise<boolean> {
  const open = db
    .selectFrom('payout_attempt')
    .select('id')
    .where('payout_id', '=', payoutId)
    .where('finished_at', 'is', null)
    .where('lease_ends_at', '>', sql<Date>`clock_timestamp()`)
  return (await open.executeTakeFirst()) !== undefined
}

const MAX_ATTEMPTS = 1_000

/** Returns the calls of a payout, newest first. */
export async function readCalls(db: Db, payoutId: string): Promise<PayoutCall[]> {
  const rows = await db
    .selectFrom('payout_attempt')
    .selectAll()
    .select(sql<boolean>`finished_at is null and lease_ends_at > clock_timestamp()`.as('is_under_way'))
    .where('payout_id', '=', payoutId)
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
  return rows.flatMap(({ attempt, source, operator, started_at, finished_at, is_under_way, calls }): PayoutCall[] => {
    const of = { attempt, by: operator ?? source, at: started_at.toISOString() }
    const made = (calls as BankCall[]).toReversed().map(({ reference, rrn, reason, error, ...call }) => {
      return { ...of, ...call, reference: reference ?? null, rrn: rrn ?? null, detail: error ?? reason ?? null }
    })
    if (finished_at !== null) return made
    const response = is_under_way ? 'under_way' : 'lost'
    return [{ ...of, call: null, response, ms: null, reference: null, rrn: null, detail: null }]
  })
}
