import type { Consents } from '@portal/contracts/consent'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export async function findInvitation(db: Db, code: string, { lock } = { lock: false }) {
  return await db
    .selectFrom('invitation as i')
    .innerJoin('restaurant as r', 'r.id', 'i.restaurant_id')
    .select([
      'i.code',
      'i.restaurant_id',
      'i.reusable',
      'i.expires_at',
      'i.used_at',
      'r.name',
      sql<boolean>`i.expires_at <= now()`.as('expired'),
    ])
    .where('i.code', '=', code)
    .$if(lock, (query) => query.forUpdate('i'))
    .executeTakeFirst()
}

export async function markUsed(trx: Db, code: string, userId: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: sql<Date>`now()`, used_by: userId })
    .where('code', '=', code)
    .execute()
}

export async function isEmployed(db: Db, userId: string, restaurantId: string): Promise<boolean> {
  const employee = await db
    .selectFrom('employee')
    .select('id')
    .where('user_id', '=', userId)
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst()
  return employee !== undefined
}

export type NewUserRow = { phone: string; password_hash: string; first_name: string; last_name: string }

export async function addUser(trx: Db, user: NewUserRow): Promise<string> {
  return (await trx.insertInto('user_account').values(user).returning('id').executeTakeFirstOrThrow()).id
}

/** Returns the employee's id. */
export async function addEmployee(trx: Db, userId: string, restaurantId: string): Promise<string> {
  const { id } = await trx
    .insertInto('employee')
    .values({ user_id: userId, restaurant_id: restaurantId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addConsents(trx: Db, userId: string, consents: Consents): Promise<void> {
  const given = Object.entries(consents).map(([kind, version]) => ({ user_id: userId, kind, version }))
  await trx.insertInto('consent').values(given).execute()
}
