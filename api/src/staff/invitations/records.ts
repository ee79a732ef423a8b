import type { InvitationRecord, InvitationState } from '@portal/contracts/admin/invitation'
import { maskPhone } from '@portal/contracts/phone-text'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import { invitationState } from './repository.ts'

function rows(db: Db) {
  return db
    .selectFrom('invitation as i')
    .innerJoin('restaurant as r', 'r.id', 'i.restaurant_id')
    .select([
      'i.id',
      'i.code',
      'i.restaurant_id',
      'i.reusable',
      'i.phone',
      'i.name',
      'i.external_id',
      'i.is_manager',
      'i.uses',
      'i.max_uses',
      'i.created_at',
      'i.expires_at',
      'r.name as restaurant',
      'r.external_id as restaurant_external_id',
      invitationState.as('state'),
    ])
}

type Row = InferResult<ReturnType<typeof rows>>[number]

function toRecord(row: Row, origin: string): InvitationRecord {
  return {
    id: row.id,
    restaurant: { id: row.restaurant_id, external_id: row.restaurant_external_id, name: row.restaurant },
    state: row.state,
    link: `${origin}/i/${row.code}`,
    phone_masked: row.phone && maskPhone(row.phone),
    name: row.name,
    external_id: row.external_id,
    manager: row.is_manager,
    uses: row.uses,
    max_uses: row.reusable ? row.max_uses : 1,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** Reads invitations, newest first, perhaps only of one restaurant or in one state. */
export async function listInvitations(
  db: Db,
  origin: string,
  { restaurantId, state }: { restaurantId?: string | undefined; state?: InvitationState | undefined },
): Promise<InvitationRecord[]> {
  let query = rows(db).orderBy('i.created_at', 'desc').orderBy('i.id')
  if (restaurantId !== undefined) query = query.where('i.restaurant_id', '=', restaurantId)
  if (state !== undefined) query = query.where(invitationState, '=', state)
  return (await query.execute()).map((row) => toRecord(row, origin))
}

/** @throws Problem 404 */
export async function getInvitationRecord(db: Db, origin: string, id: string): Promise<InvitationRecord> {
  return toRecord(requireFound(await rows(db).where('i.id', '=', id).executeTakeFirst()), origin)
}

/** Finds the restaurant of an invitation, and the code of its link. @throws Problem 404 */
export async function getInvitationKeys(db: Db, id: string): Promise<{ restaurant_id: string; code: string }> {
  const keys = db.selectFrom('invitation').select(['restaurant_id', 'code']).where('id', '=', id)
  return requireFound(await keys.executeTakeFirst())
}

/** Locks the invitation, so that no user joins with it meanwhile. @throws Problem 404 */
export async function lockInvitation(trx: Db, id: string): Promise<void> {
  requireFound(await trx.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().executeTakeFirst())
}

/** Finds the invitation of a phone that is neither used nor revoked. It may have expired. */
export async function findPersonal(db: Db, restaurantId: string, phone: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitation')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('phone', '=', phone)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

export type InvitationFields = {
  reusable: boolean
  max_uses: number | null
  phone: string | null
  name: string | null
  external_id: string | null
  is_manager: boolean
}

const inDays = (days: number) => sql<Date>`now() + ${days} * interval '1 day'`

/** Returns its id. */
export async function insertInvitation(
  trx: Db,
  { days, ...row }: InvitationFields & { code: string; restaurant_id: string; days: number },
): Promise<string> {
  const query = trx.insertInto('invitation').values({ ...row, expires_at: inDays(days) })
  return (await query.returning('id').executeTakeFirstOrThrow()).id
}

export async function updateInvitation(
  trx: Db,
  id: string,
  { days, ...row }: Partial<InvitationFields> & { days?: number; revoked_at?: Date },
): Promise<void> {
  const values = { ...row, ...(days !== undefined && { expires_at: inDays(days) }) }
  if (Object.keys(values).length === 0) return
  await trx.updateTable('invitation').set(values).where('id', '=', id).execute()
}
