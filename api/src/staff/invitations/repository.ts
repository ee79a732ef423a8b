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
      invitationState.as('state'),
      sql<boolean>`r.closed_at is not null`.as('closed'),
    ])
    .where('i.code', '=', code)
    .$if(lock, (query) => query.forUpdate('i'))
    .executeTakeFirst()
}

/**
 * Locks the restaurant of an invitation. Call it before locking the invitation, because inviting locks them in this
 * order. Other transactions may still add rows that refer to the restaurant.
 */
export async function holdRestaurant(trx: Db, code: string): Promise<void> {
  const restaurantId = trx.selectFrom('invitation').select('restaurant_id').where('code', '=', code)
  await trx.selectFrom('restaurant').select('id').where('id', '=', restaurantId).forKeyShare().execute()
}

/** The state of the invitation `i`. If several reasons have ended it, the first of them counts. */
export const invitationState = sql<'open' | 'used' | 'expired' | 'revoked'>`
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

/**
 * Locks the personal invitations of a user. Call it before locking the user, because joining locks the invitation
 * first.
 */
export async function lockUserInvitations(trx: Db, userId: string): Promise<void> {
  const user = trx.selectFrom('user_account').select('phone').where('id', '=', userId)
  await trx
    .selectFrom('invitation')
    .select('id')
    .where('phone', 'is not', null)
    .where((row) => row.or([row('used_by', '=', userId), row('phone', '=', user)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Removes who was invited. The rights go with it, because a constraint allows them only together with a phone. */
const invited = sql`phone = null, name = null, external_id = null, is_manager = false`

/**
 * Removes the personal data of a user from invitations that the user has used or that are for the phone. Open ones are
 * revoked, because without a phone anyone could use them. Returns the ids of the revoked invitations.
 */
export async function forgetUserInvitations(trx: Db, userId: string, phone: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; isRevoked: boolean }>`
    with personal as (
      select i.id, ${invitationState} = 'open' as "isOpen" from invitation i
      where i.phone is not null and (i.used_by = ${userId} or i.phone = ${phone})
    )
    update invitation i set ${invited}, revoked_at = case when "isOpen" then now() else revoked_at end
    from personal where i.id = personal.id returning i.id, "isOpen" as "isRevoked"`.execute(trx)
  return rows.flatMap(({ id, isRevoked }) => (isRevoked ? [id] : []))
}

/** How long after its end an invitation shows who was invited, and inviting the phone opens it again. */
const INVITED_DAYS = 30

/** Removes the personal data from invitations that ended long ago, except those that another transaction has locked. */
export async function forgetEndedInvitations(db: Db): Promise<void> {
  await sql`
    update invitation set ${invited} where id = any(array(
      select id from invitation
      where phone is not null and least(used_at, revoked_at, expires_at) < now() - make_interval(days => ${INVITED_DAYS})
      for update skip locked))`.execute(db)
}

/** Returns undefined for a user who never was an employee of the restaurant. */
export async function findEmployment(
  db: Db,
  userId: string,
  restaurantId: string,
): Promise<'employed' | 'dismissed' | undefined> {
  const employee = await db
    .selectFrom('employee')
    .select('disabled_at')
    .where('user_id', '=', userId)
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst()
  return employee && (employee.disabled_at ? 'dismissed' : 'employed')
}

export type NewUserRow = { phone: string; password_hash: string; first_name: string; last_name: string }

export async function addUser(trx: Db, user: NewUserRow): Promise<string> {
  return (await trx.insertInto('user_account').values(user).returning('id').executeTakeFirstOrThrow()).id
}

type NewEmployeeRow = { user_id: string; restaurant_id: string; is_manager: boolean; external_id: string | null }

/** Stores the employee and returns the id. */
export async function addEmployee(trx: Db, row: NewEmployeeRow): Promise<string> {
  return (await trx.insertInto('employee').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Reinstates a user who was employed at the restaurant before. Returns the id of the employee, if there is one.
 */
export async function rehire(
  trx: Db,
  userId: string,
  { restaurant_id, is_manager, external_id }: InvitationRow,
): Promise<string | undefined> {
  const employee = await trx
    .updateTable('employee')
    .set({ disabled_at: null, is_manager, ...(external_id !== null && { external_id }) })
    .where('user_id', '=', userId)
    .where('restaurant_id', '=', restaurant_id)
    .returning('id')
    .executeTakeFirst()
  return employee?.id
}

export async function addConsents(trx: Db, userId: string, consents: Consents): Promise<void> {
  const given = Object.entries(consents).map(([kind, version]) => ({ user_id: userId, kind, version }))
  // The user may have agreed to the same version before deleting the account.
  await trx
    .insertInto('consent')
    .values(given)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
