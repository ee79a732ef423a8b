import type { Consents } from '@portal/contracts/consent'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export async function findInvitation(db: Db, code: string, { lock } = { lock: false }) {
  return await db
    .selectFrom('invitation as i')
    .innerJoin('restaurant as r', 'r.id', 'i.restaurant_id')
    .select([
      'i.id',
      'i.code',
      'i.restaurant_id',
      'i.phone',
      'i.external_id',
      'i.is_manager',
      'i.expires_at',
      'r.name',
      stateOf.as('state'),
      sql<boolean>`r.closed_at is not null`.as('closed'),
    ])
    .where('i.code', '=', code)
    .$if(lock, (query) => query.forUpdate('i'))
    .executeTakeFirst()
}

/** Locks the restaurant of an invitation, as who invites does before the invitation; here others may refer to it meanwhile. */
export async function holdRestaurantOf(trx: Db, code: string): Promise<void> {
  const ofInvitation = trx.selectFrom('invitation').select('restaurant_id').where('code', '=', code)
  await trx.selectFrom('restaurant').select('id').where('id', '=', ofInvitation).forKeyShare().execute()
}

/** What has ended an invitation `i`, the oldest reason first. */
export const stateOf = sql<'open' | 'used' | 'expired' | 'revoked'>`
  case when i.revoked_at is not null then 'revoked'
    when case when i.reusable then i.uses >= i.max_uses else i.used_at is not null end then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end`

export async function markUsed(trx: Db, code: string, userId: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ used_at: sql<Date>`now()`, used_by: userId, uses: sql<number>`uses + 1` })
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

type NewEmployeeRow = { user_id: string; restaurant_id: string; is_manager: boolean; external_id: string | null }

/** Returns the employee's id. */
export async function addEmployee(trx: Db, row: NewEmployeeRow): Promise<string> {
  return (await trx.insertInto('employee').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function addConsents(trx: Db, userId: string, consents: Consents): Promise<void> {
  const given = Object.entries(consents).map(([kind, version]) => ({ user_id: userId, kind, version }))
  await trx.insertInto('consent').values(given).execute()
}
