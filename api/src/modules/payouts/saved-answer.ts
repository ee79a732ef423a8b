import { createHash } from 'node:crypto'
import { type MoneyOrder, Payout } from '@portal/contracts/payout'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/** A call that must happen once: whose, under which key, for which intent. */
export type OnceCall = { userId: string; key: string; requestHash: Buffer }

export function onceCall(userId: string, key: string, order: MoneyOrder): OnceCall {
  const target = order.kind === 'payout' ? order.binding_id : order.recipient_employee_id
  const intent = JSON.stringify([order.kind, order.rest_id, target, order.amount, order.comment ?? null])
  return { userId, key, requestHash: createHash('sha256').update(intent).digest() }
}

/** What was answered under this key. @throws Problem 422 `idempotency_key_reused` when it was for another intent */
export async function findAnswer(db: Db, { userId, key, requestHash }: OnceCall): Promise<Payout | undefined> {
  const saved = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!saved) return undefined
  if (!saved.request_hash.equals(requestHash)) throw new Problem(422, 'idempotency_key_reused')
  return Payout.parse(JSON.parse(saved.body))
}

export async function saveAnswer(trx: Db, { userId, key, requestHash }: OnceCall, answer: Payout): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      payout_id: answer.id,
      body: JSON.stringify(answer),
    })
    .execute()
}

/** A page asks after a lost answer for as long as its tab is open; a month later nobody does. */
export async function forgetOldAnswers(db: Db): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - interval '30 days'`.execute(db)
}

export async function findPayoutIdByKey(db: Db, userId: string, key: string): Promise<string | undefined> {
  const saved = await db
    .selectFrom('idempotency_key')
    .select('payout_id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return saved?.payout_id
}
