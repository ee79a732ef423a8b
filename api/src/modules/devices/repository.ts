import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A user has some phones and computers; the ones seen last are enough. */
const MAX_DEVICES = 20

/** The device of the user whose phone it is. */
export async function findDeviceOf(db: Db, phone: string, tokenHash: Buffer): Promise<string | undefined> {
  const device = await db
    .selectFrom('device as d')
    .innerJoin('user_account as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('d.token_hash', '=', tokenHash)
    .where('u.phone', '=', phone)
    .executeTakeFirst()
  return device?.id
}

export async function isDeviceToken(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (
    (await db.selectFrom('device').select('id').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
  )
}

/** `isAnother`: the user has signed in on others before, and never on this one. */
export type SeenDevice = { id: string; isAnother: boolean }

/** Adds it, or sees it again. */
export async function seeDevice(db: Db, userId: string, tokenHash: Buffer): Promise<SeenDevice> {
  const { id, isAnother } = await db
    .insertInto('device')
    .values({ token_hash: tokenHash, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_seen_at: sql<Date>`now()` }),
    )
    .returning([
      'id',
      // A row that was inserted has no xmax; the others are those before this statement.
      sql<boolean>`xmax = 0 and exists (select from device where user_id = ${userId})`.as('isAnother'),
    ])
    .executeTakeFirstOrThrow()
  await sql`
    delete from device where user_id = ${userId} and id not in (
      select id from device where user_id = ${userId} order by last_seen_at desc, id = ${id} desc limit ${MAX_DEVICES})`.execute(
    db,
  )
  return { id, isAnother }
}

export async function setSessionDevice(db: Db, sessionTokenHash: Buffer, deviceId: string): Promise<void> {
  await db.updateTable('session').set({ device_id: deviceId }).where('token_hash', '=', sessionTokenHash).execute()
}

/** All of the user, but for the one that the given session began on. */
export async function deleteDevicesOf(trx: Db, userId: string, keptSessionId?: string): Promise<void> {
  await trx
    .deleteFrom('device')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (query) =>
      query.where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('session')
              .select('session.id')
              .where('session.id', '=', keptSessionId ?? '')
              .whereRef('session.device_id', '=', 'device.id'),
          ),
        ),
      ),
    )
    .execute()
}
