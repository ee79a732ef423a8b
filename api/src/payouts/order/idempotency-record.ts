import { createHash } from 'node:crypto'
import type { MoneyOrder } from '@portal/contracts/new-payout'
import { Payout } from '@portal/contracts/payout'
import type { Db } from '../../db/connect.ts'
import { awaitReplication } from '../../db/standbys.ts'
import { Problem } from '../../http/problem.ts'
import { shareParts } from '../../identity/confirmation/confirmed-action.ts'

/** A request that must take effect once: by which user, under which key, for which order. */
export type IdempotentRequest = { userId: string; key: string; requestHash: Buffer }

export function toIdempotentRequest(userId: string, key: string, order: MoneyOrder): IdempotentRequest {
  const intent = JSON.stringify([order.kind, order.rest_id, ...orderTarget(order), order.amount, order.comment ?? null])
  return { userId, key, requestHash: createHash('sha256').update(intent).digest() }
}

function orderTarget(order: MoneyOrder): unknown[] {
  switch (order.kind) {
    case 'payout':
      return [order.binding_id]
    case 'transfer':
      return [order.recipient_employee_id]
    case 'sharing':
      return [order.way, ...order.shares.map(shareParts)]
  }
}

/**
 * Finds the response that was sent under this key.
 * @throws Problem 422 `idempotency_key_reused` if another order has used the key
 */
export async function findRecordedResponse(
  db: Db,
  { userId, key, requestHash }: IdempotentRequest,
): Promise<Payout | undefined> {
  const record = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'body'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!record) return undefined
  if (!record.request_hash.equals(requestHash)) throw new Problem(422, 'idempotency_key_reused')
  await awaitReplication(db)
  return Payout.parse(JSON.parse(record.body))
}

export async function recordResponse(
  trx: Db,
  { userId, key, requestHash }: IdempotentRequest,
  response: Payout,
): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      payout_id: response.id,
      body: JSON.stringify(response),
    })
    .execute()
}

export async function findPayoutIdByKey(db: Db, userId: string, key: string): Promise<string | undefined> {
  const record = await db
    .selectFrom('idempotency_key')
    .select('payout_id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (record) await awaitReplication(db)
  return record?.payout_id
}
