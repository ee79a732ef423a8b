import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export async function findUserByPhone(db: Db, phone: string) {
  return await userRows(db).select('password_hash').where('phone', '=', phone).executeTakeFirst()
}

export async function getUserRow(db: Db, userId: string) {
  return await userRows(db).where('id', '=', userId).executeTakeFirstOrThrow()
}

function userRows(db: Db) {
  return db.selectFrom('user_account').select(['id', 'first_name', 'last_name', 'phone', 'photo_url'])
}

export type NewSession = { tokenHash: Buffer; userId: string; remembered: boolean; userAgent: string }

export async function addSession(db: Db, { tokenHash, userId, remembered, userAgent }: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      remembered,
      user_agent: userAgent,
      expires_at: sql<Date>`now() + case when ${remembered} then interval '90 days' else interval '24 hours' end`,
    })
    .execute()
}

/** Not older than it may be, and not left alone for too long. */
export const isAlive = sql<boolean>`
  expires_at > now() and last_seen_at > now() - case when remembered then interval '30 days' else interval '12 hours' end`

/** The living session of this token, seen now. It is written at most once a minute. */
export async function findSession(db: Db, tokenHash: Buffer) {
  const session = await db
    .selectFrom('session')
    .select(['id', 'user_id', sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale')])
    .where('token_hash', '=', tokenHash)
    .where(isAlive)
    .executeTakeFirst()
  if (session?.stale) {
    await db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', session.id).execute()
  }
  return session
}

/** Those of the given sessions that have not ended. */
export async function livingSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('session').select('id').where('id', 'in', ids).where(isAlive).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the id of the session that was ended, if there was one. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db.deleteFrom('session').where('token_hash', '=', tokenHash).returning('id').executeTakeFirst()
  return row?.id
}
