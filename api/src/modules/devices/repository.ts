import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A user has a few phones and computers; more are not stored. */
const MAX_DEVICES = 20

/** The device of the user whose phone it is. */
export async function findDeviceOf(db: Db, phone: string, tokenHash: Buffer): Promise<string | undefined> {
  const device = await db
    .selectFrom('device as d')
    .innerJoin('user_account as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('d.token_hash', '=', tokenHash)
    .where('u.phone', '=', phone)
    .where('d.forgotten_at', 'is', null)
    .executeTakeFirst()
  return device?.id
}

export async function isDeviceToken(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (
    (await db.selectFrom('device').select('id').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
  )
}

/** `isAnother`: the user has signed in on other devices before, and never on this one. */
export type SeenDevice = { id: string; isAnother: boolean }

/**
 * Adds it, or sees it again; one that was forgotten is new. Beyond `MAX_DEVICES` the one seen longest ago goes, but not the
 * oldest: many sign-ins in a row must not make the user one of new devices alone.
 */
export async function seeDevice(db: Db, userId: string, tokenHash: Buffer): Promise<SeenDevice> {
  const { id, isAnother } = await db
    .insertInto('device')
    .values({ token_hash: tokenHash, user_id: userId })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({
        last_seen_at: sql<Date>`now()`,
        created_at: sql<Date>`case when device.forgotten_at is null then device.created_at else now() end`,
        forgotten_at: null,
      }),
    )
    .returning([
      'id',
      // A row that was inserted has no xmax; the others are those before this statement.
      sql<boolean>`xmax = 0 and exists (select from device where user_id = ${userId} and forgotten_at is null)`.as(
        'isAnother',
      ),
    ])
    .executeTakeFirstOrThrow()
  await sql`
    delete from device where user_id = ${userId} and id not in (
      select id from device where user_id = ${userId} order by last_seen_at desc, id = ${id} desc limit ${MAX_DEVICES})
    and id <> (select id from device where user_id = ${userId} order by created_at, id limit 1)`.execute(db)
  return { id, isAnother }
}

export async function setSessionDevice(db: Db, sessionTokenHash: Buffer, deviceId: string): Promise<void> {
  await db.updateTable('session').set({ device_id: deviceId }).where('token_hash', '=', sessionTokenHash).execute()
}

/** All of the user, but for the one that the given session began on. Their ages stay known. */
export async function forgetDevicesOf(trx: Db, userId: string, exceptSessionId?: string): Promise<void> {
  await trx
    .updateTable('device')
    .set({ forgotten_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('forgotten_at', 'is', null)
    .$if(exceptSessionId !== undefined, (query) =>
      query.where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('session')
              .select('session.id')
              .where('session.id', '=', exceptSessionId ?? '')
              .whereRef('session.device_id', '=', 'device.id'),
          ),
        ),
      ),
    )
    .execute()
}
