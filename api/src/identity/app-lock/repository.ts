import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A page that is silent for longer may have ended without a report, because the phone was off or the page killed. */
const MAX_SILENT_MINUTES = 15

/** Whether a session that is joined with its `app_lock` is locked. */
export const isLocked = sql<boolean>`(app_lock.session_id is not null and (coalesce(app_lock.locks_at <= now(), false) or
  last_seen_at < now() - make_interval(mins => greatest(app_lock.after_minutes, ${sql.lit(MAX_SILENT_MINUTES)}))))`

export type NewLock = { sessionId: string; pinHash: string; digits: number; afterMinutes: number }

export async function setLock(db: Db, { sessionId, pinHash, digits, afterMinutes }: NewLock): Promise<void> {
  const lock = { pin_hash: pinHash, digits, after_minutes: afterMinutes, wrong_pins: 0, locks_at: null }
  await db
    .insertInto('app_lock')
    .values({ session_id: sessionId, ...lock })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(lock))
    .execute()
}

export async function deleteLock(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('app_lock').where('session_id', '=', sessionId).execute()
}

export async function findLock(db: Db, sessionId: string) {
  return await db
    .selectFrom('app_lock')
    .select(['digits', 'after_minutes'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Keeps the earliest time: the user may have left another tab before. */
export async function startLocking(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('app_lock')
    .set({ locks_at: sql<Date>`coalesce(locks_at, now() + make_interval(mins => after_minutes))` })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Does nothing if the lock has closed since the request was admitted. */
export async function stopLocking(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('app_lock')
    .set({ locks_at: null })
    .where('session_id', '=', sessionId)
    .where('locks_at', '>', sql<Date>`now()`)
    .execute()
}

/**
 * Consumes an attempt before its PIN is compared, so that concurrent requests cannot share one attempt.
 * Returns undefined if the session has no lock.
 */
export async function consumePinAttempt(db: Db, sessionId: string) {
  return await db
    .updateTable('app_lock')
    .set({ wrong_pins: sql<number>`wrong_pins + 1` })
    .where('session_id', '=', sessionId)
    .returning(['pin_hash', 'wrong_pins'])
    .executeTakeFirst()
}

export async function openLock(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
  await db.updateTable('app_lock').set({ wrong_pins: 0, locks_at: null }).where('session_id', '=', sessionId).execute()
}
