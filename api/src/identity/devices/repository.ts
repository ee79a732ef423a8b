import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A user has a few phones and computers. More devices are not stored. */
const MAX_DEVICES = 20

type Browser = { tokenHash: Buffer | undefined; addressHashes: readonly Buffer[] }

/**
 * Finds a device of the phone's user: the calling browser, otherwise a device that last signed in from the same
 * address. `isThis`: it is the calling browser.
 */
export async function findKnownDevice(
  db: Db,
  phone: string,
  { tokenHash, addressHashes }: Browser,
): Promise<{ id: string; isThis: boolean } | undefined> {
  const isThis = sql<boolean>`d.token_hash is not distinct from ${tokenHash ?? null}::bytea`
  return await db
    .selectFrom('device as d')
    .innerJoin('user_account as u', 'u.id', 'd.user_id')
    .select(['d.id', isThis.as('isThis')])
    .where('u.phone', '=', phone)
    .where('d.forgotten_at', 'is', null)
    .where((row) => row.or([isThis, sql<boolean>`d.address_hash = any(${addressHashes})`]))
    .orderBy(isThis, 'desc')
    .executeTakeFirst()
}

export async function isDeviceToken(db: Db, tokenHash: Buffer): Promise<boolean> {
  return (
    (await db.selectFrom('device').select('id').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
  )
}

/** `isAnother`: the user has signed in on other devices before, and never on this one. */
export type SeenDevice = { id: string; isAnother: boolean }

/**
 * Adds a device, or marks a known one as seen. A forgotten device counts as new. Above `MAX_DEVICES` the device that
 * was seen longest ago is deleted, but never the oldest one, so that many sign-ins do not leave the user only new
 * devices.
 */
export async function seeDevice(
  db: Db,
  userId: string,
  { tokenHash, addressHash }: { tokenHash: Buffer; addressHash: Buffer },
): Promise<SeenDevice> {
  const { id, isAnother } = await db
    .insertInto('device')
    .values({ token_hash: tokenHash, user_id: userId, address_hash: addressHash })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({
        address_hash: addressHash,
        last_seen_at: sql<Date>`now()`,
        created_at: sql<Date>`case when device.forgotten_at is null then device.created_at else now() end`,
        forgotten_at: null,
      }),
    )
    .returning([
      'id',
      // An inserted row has no `xmax`. The subquery sees only the devices before this statement.
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

/** Forgets all devices of the user except the one of the given session. Their ages stay known. */
export async function forgetDevices(trx: Db, userId: string, exceptSessionId?: string): Promise<void> {
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
