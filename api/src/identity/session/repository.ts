import { sql } from 'kysely'
import { isAlive, maxIdle } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { isLocked } from '../app-lock/repository.ts'
import { noSuccessor } from './rotate-token.ts'

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

/**
 * Which of its tokens a session was found by. A remembered session gets a new token each day (rotate-token.ts):
 *
 *     successor is issued → first use of it → 5 minutes: it becomes the current token → 1 minute: the old one is dead
 *
 * - `current`
 * - `new_successor`: before the end of the five minutes
 * - `proven_successor`: after the five minutes
 * - `just_replaced`: the old token in its last minute, when requests that were sent with it still arrive
 * - `reused`: the old token after that, so two browsers have the session, and one may be a thief's
 */
type TokenState = 'current' | 'new_successor' | 'proven_successor' | 'just_replaced' | 'reused'

/**
 * Finds a session that has not ended, which does not count as a use of it: see `markSessionSeen`. `ends_at` is when it
 * ends if it is not used again.
 */
export async function findSession(db: Db, tokenHash: Buffer) {
  const tokenState = sql<TokenState>`case
    when token_hash = ${tokenHash} then 'current'
    when successor_hash = ${tokenHash} then
      case when successor_used_at < now() - interval '5 minutes' then 'proven_successor' else 'new_successor' end
    when predecessor_hash = ${tokenHash} then
      case when replaced_at > now() - interval '1 minute' then 'just_replaced' else 'reused' end
    end`
  return await db
    .selectFrom('session')
    .innerJoin('user_account as u', 'u.id', 'session.user_id')
    .leftJoin('app_lock', 'app_lock.session_id', 'session.id')
    .select([
      'session.id',
      'user_id',
      'successor_seed',
      'successor_used_at',
      'app_lock.after_minutes as locks_after',
      isLocked.as('is_locked'),
      tokenState.as('token_state'),
      sql<Date>`least(expires_at, now() + ${maxIdle})`.as('ends_at'),
      sql<boolean>`u.disabled_at is not null`.as('is_disabled'),
      sql<boolean>`remembered and token_since < now() - interval '1 day'`.as('has_old_token'),
      sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('is_unseen_for_a_minute'),
    ])
    .where('session.id', '=', firstSessionId(tokenHash, ['token_hash', 'successor_hash', 'predecessor_hash']))
    .where(isAlive)
    .executeTakeFirst()
}

/**
 * Postpones the end of the session. Does not wait until this is on disk, because each request of a user waits for it.
 */
export async function markSessionSeen(db: Db, id: string): Promise<void> {
  await sql`
    update session set last_seen_at = now() from (select set_config('synchronous_commit', 'off', true)) as setting
    where id = ${id}`.execute(db)
}

export async function readSessions(db: Db, userId: string) {
  return await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(isAlive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Returns undefined if the session has ended in the meantime. */
export async function setSessionToken(db: Db, id: string, tokenHash: Buffer) {
  return await db
    .updateTable('session')
    .set({ token_hash: tokenHash, token_since: sql<Date>`now()`, predecessor_hash: null, ...noSuccessor })
    .where('id', '=', id)
    .returning('remembered')
    .executeTakeFirst()
}

/** Returns whether the user had this session. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the id of the deleted session, if there was one. */
export async function deleteSessionByToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', sessionIdByValidToken(tokenHash))
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes all sessions of the user, except one if it is given. Returns the ids of the deleted sessions. */
export async function deleteUserSessions(db: Db, userId: string, exceptId?: string): Promise<string[]> {
  let query = db.deleteFrom('session').where('user_id', '=', userId)
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/**
 * Deletes the user's sessions that were idle for an hour, but keeps the `keepNewest` most recently seen ones.
 * Returns the ids of the deleted sessions.
 */
export async function deleteIdleSessions(db: Db, userId: string, keepNewest: number): Promise<string[]> {
  const idle = db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(keepNewest)
  return (await db.deleteFrom('session').where('id', 'in', idle).returning('id').execute()).map(({ id }) => id)
}

/** SQL for the id of the session that has this token as its current one or as the successor. */
export function sessionIdByValidToken(tokenHash: Buffer) {
  return firstSessionId(tokenHash, ['token_hash', 'successor_hash'])
}

/** One subquery for each column, because with `or` PostgreSQL would not use the indexes of these columns. */
function firstSessionId(tokenHash: Buffer, columns: string[]) {
  const ids = columns.map((column) => sql`(select id from session where ${sql.ref(column)} = ${tokenHash})`)
  return sql<string>`coalesce(${sql.join(ids)})`
}
