import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { notifySessionsEnded } from '../../messages/live/notify.ts'
import { hashToken } from './token.ts'

type RotatedSession = { id: string; successor_seed: Buffer | null; successor_used_at: Date | null }

/**
 * Returns the token that will replace this one. The old token stays valid until requests come with the new one.
 * Undefined if a concurrent request has just issued it; a later response will contain it.
 */
export async function issueSuccessor(db: Db, session: RotatedSession, token: string): Promise<string | undefined> {
  const { id, successor_seed, successor_used_at } = session
  if (successor_seed && !successor_used_at) return deriveSuccessor(token, successor_seed)
  const seed = successor_seed ?? randomBytes(32)
  const successor = deriveSuccessor(token, seed)
  const updated = await db
    .updateTable('session')
    .set({ successor_seed: seed, successor_hash: hashToken(successor), successor_used_at: null })
    .where('id', '=', id)
    .where('token_hash', '=', hashToken(token))
    .where(sql<boolean>`successor_seed is not distinct from ${successor_seed}`)
    .executeTakeFirstOrThrow()
  return updated.numUpdatedRows > 0n ? successor : undefined
}

/** A thief of a former token cannot derive later ones, because the seed stays in the database. */
function deriveSuccessor(token: string, seed: Buffer): string {
  return createHmac('sha256', seed).update(token).digest('base64url')
}

/** Records the first request with the successor. */
export async function markSuccessorUsed(db: Db, { id, successor_used_at }: RotatedSession): Promise<void> {
  if (successor_used_at) return
  await db
    .updateTable('session')
    .set({ successor_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('successor_hash', 'is not', null)
    .where('successor_used_at', 'is', null)
    .execute()
}

/**
 * Makes the successor the current token. Call it only when the successor is proven, after five minutes of use: a
 * browser that is killed sooner may not have stored its new cookie.
 */
export async function replaceToken(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({
      token_hash: sql<Buffer>`successor_hash`,
      token_since: sql<Date>`now()`,
      predecessor_hash: sql<Buffer>`token_hash`,
      replaced_at: sql<Date>`now()`,
      ...noSuccessor,
    })
    .where('id', '=', id)
    // A concurrent request may have replaced it already.
    .where('successor_hash', 'is not', null)
    .where('successor_used_at', 'is not', null)
    .execute()
}

export const noSuccessor = { successor_seed: null, successor_hash: null, successor_used_at: null }

/** Ends a session whose former token was used again: two browsers have it, and one of them may be a thief's. */
export async function endReusedSession(db: Db, id: string, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('session').where('id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
    await notifySessionsEnded(trx, [id])
    await addUserEvent(trx, userId, 'session_reused')
  })
}
