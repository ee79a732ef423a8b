import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { deleteResets } from './repository.ts'

/** Stores a change, which replaces an earlier one. Returns when it takes effect. */
export async function setPhoneChange(trx: Db, userId: string, phone: string, delayHours: number): Promise<Date> {
  const { due_at } = await trx
    .insertInto('phone_change')
    .values({ user_id: userId, phone, due_at: sql<Date>`now() + make_interval(hours => ${delayHours})` })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phone, due_at: sql<Date>`excluded.due_at` }))
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return due_at
}

export async function findPhoneChange(db: Db, userId: string) {
  return await db
    .selectFrom('phone_change')
    .select(['phone', 'due_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns whether there was a change. */
export async function deletePhoneChange(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('phone_change').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns the ids of the users whose change is due. */
export async function findDuePhoneChanges(db: Db): Promise<string[]> {
  const due = db.selectFrom('phone_change').select('user_id').where('due_at', '<=', sql<Date>`now()`)
  return (await due.execute()).map(({ user_id }) => user_id)
}

/** Deletes a due change and returns its phone. Undefined if it was canceled or taken meanwhile. */
export async function takePhoneChange(trx: Db, userId: string): Promise<string | undefined> {
  const taken = await trx
    .deleteFrom('phone_change')
    .where('user_id', '=', userId)
    .where('due_at', '<=', sql<Date>`now()`)
    .returning('phone')
    .executeTakeFirst()
  return taken?.phone
}

/**
 * Changes the phone and deletes the grants for a new password that were sent to the old phone, which may belong to
 * somebody else now. The codes of the old phone end with the sessions.
 */
export async function setPhone(trx: Db, userId: string, phone: string): Promise<void> {
  await trx
    .updateTable('user_account')
    .set({ phone, phone_changed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  await deleteResets(trx, userId)
  await deletePhoneChange(trx, userId)
}
