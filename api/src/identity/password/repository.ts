import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { PasswordOwner } from './weakness.ts'

/** `lifetime` is in seconds. */
export type NewReset = { tokenHash: Buffer; userId: string; lifetime: number }

export async function addReset(trx: Db, { tokenHash, userId, lifetime }: NewReset): Promise<void> {
  await trx
    .insertInto('password_reset')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime})`,
    })
    .execute()
}

export async function hasReset(db: Db, userId: string, tokenHash: Buffer): Promise<boolean> {
  const reset = await db
    .selectFrom('password_reset')
    .select('user_id')
    .where(sql<boolean>`user_id::text = ${userId}`)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return reset !== undefined
}

/** Deletes all grants of the user, because a new password ends them. Returns false if the given one did not exist. */
export async function deleteResets(trx: Db, userId: string, tokenHash?: Buffer): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('password_reset')
    .where('user_id', '=', userId)
    .returning(['token_hash', sql<boolean>`expires_at > now()`.as('alive')])
    .execute()
  return deleted.some(({ token_hash, alive }) => alive && tokenHash?.equals(token_hash))
}

/** Records a recovery, which lowers limits for a while. */
export async function setRecovered(trx: Db, userId: string): Promise<void> {
  await trx.updateTable('user_account').set({ recovered_at: sql<Date>`now()` }).where('id', '=', userId).execute()
}

/** Reads the words that the user's password may not contain. */
export async function readPasswordOwner(db: Db, userId: string): Promise<PasswordOwner> {
  return await db
    .selectFrom('user_account as u')
    .leftJoin('employee as e', 'e.user_id', 'u.id')
    .leftJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select([
      'u.phone',
      sql<string>`u.first_name || ' ' || u.last_name`.as('name'),
      sql<string[]>`coalesce(array_agg(r.name) filter (where r.name is not null), '{}')`.as('restaurants'),
    ])
    .where('u.id', '=', userId)
    .groupBy('u.id')
    .executeTakeFirstOrThrow()
}
