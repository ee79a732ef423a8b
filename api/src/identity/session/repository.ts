import { sql } from 'kysely'
import { isAlive, maxIdle } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { isLocked } from '../app-lock/repository.ts'
import { noSuccessor } from './rotate-token.ts'

export async function findUserByPhone(db: Db, phone: string) {
  return await userRows(db).select('password_hash').where('phone', '=', phone).executeTakeFirst()
}

export async function getUserRow(db: Db, userId: string) {
  return await userRows(db).where('id', '=', userId).executeTakeFirstOrThrow()
}

/** The query of the columns that `toUser` needs. */
export function userRows(db: Db) {
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

/**
 * Deletes the user's sessions that were idle for an hour, but keeps the given number of most recently seen ones.
 * Returns the ids of the deleted sessions.
 */
export async function deleteSurplusSessions(db: Db, userId: string, keepNewest: number): Promise<string[]> {
  const surplus = db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .offset(keepNewest)
  return (await db.deleteFrom('session').where('id', 'in', surplus).returning('id').execute()).map(({ id }) => id)
}

/**
 * The id of the session that has this token as the present one, as its successor or, with `former`, as the previous
 * one. It asks one index after the other: for an `or` PostgreSQL would also read the index of all sessions by end.
 */
export function sessionIdByToken(tokenHash: Buffer, { former = false } = {}) {
  const columns = ['token_hash', 'successor_hash', ...(former ? ['predecessor_hash'] : [])]
  const ids = columns.map((column) => sql`(select id from session where ${sql.ref(column)} = ${tokenHash})`)
  return sql<string>`coalesce(${sql.join(ids)})`
}

/**
 * Finds the living session of this token and marks it as seen, at most once a minute. `ends_at` is the end if it is not
 * seen again. `token` tells which token it is: the present one, its successor (`tried` once it may replace the present
 * one), or the previous one (`replaced` while requests with it may be on their way, `reused` after that).
 */
export async function findSession(db: Db, tokenHash: Buffer) {
  const session = await db
    .selectFrom('session')
    .innerJoin('user_account as u', 'u.id', 'session.user_id')
    .leftJoin('app_lock', 'app_lock.session_id', 'session.id')
    .select([
      'session.id',
      'user_id',
      'successor_seed',
      'successor_used_at',
      'app_lock.after_minutes as locks_after',
      isLocked.as('locked'),
      sql<Date>`least(expires_at, now() + ${maxIdle})`.as('ends_at'),
      sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale'),
      sql<boolean>`u.disabled_at is not null`.as('disabled'),
      sql<boolean>`remembered and token_since < now() - interval '1 day'`.as('has_old_token'),
      sql<'present' | 'successor' | 'tried' | 'replaced' | 'reused'>`case
        when token_hash = ${tokenHash} then 'present'
        when successor_hash = ${tokenHash} and successor_used_at < now() - interval '5 minutes' then 'tried'
        when successor_hash = ${tokenHash} then 'successor'
        when replaced_at > now() - interval '1 minute' then 'replaced'
        else 'reused' end`.as('token'),
    ])
    .where('session.id', '=', sessionIdByToken(tokenHash, { former: true }))
    .where(isAlive)
    .executeTakeFirst()
  if (session?.stale && !session.disabled && !session.locked && session.token !== 'reused') {
    await markSeen(db, session.id)
  }
  return session
}

/** Runs in reading requests, so this update must not wait for the disk of the database or for its standby. */
async function markSeen(db: Db, id: string): Promise<void> {
  await sql`
    update session set last_seen_at = now() from (select set_config('synchronous_commit', 'off', true)) as setting
    where id = ${id}`.execute(db)
}

/** Returns undefined if the session has ended meanwhile. */
export async function setSessionToken(db: Db, id: string, token_hash: Buffer) {
  return await db
    .updateTable('session')
    .set({ token_hash, token_since: sql<Date>`now()`, predecessor_hash: null, ...noSuccessor })
    .where('id', '=', id)
    .returning('remembered')
    .executeTakeFirst()
}

/** Returns the id of the ended session, if there was one. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('session')
    .where('id', '=', sessionIdByToken(tokenHash))
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes all sessions of the user except the given one. Returns their ids. */
export async function deleteUserSessions(db: Db, userId: string, exceptSessionId?: string): Promise<string[]> {
  let query = db.deleteFrom('session').where('user_id', '=', userId)
  if (exceptSessionId !== undefined) query = query.where('id', '<>', exceptSessionId)
  return (await query.returning('id').execute()).map(({ id }) => id)
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

export async function deleteOwnSession(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function getPasswordHash(db: Db, userId: string): Promise<string> {
  const user = db.selectFrom('user_account').select('password_hash').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).password_hash
}

export async function setPasswordHash(db: Db, userId: string, password_hash: string): Promise<void> {
  await db.updateTable('user_account').set({ password_hash }).where('id', '=', userId).execute()
}
