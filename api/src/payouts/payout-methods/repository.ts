import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { Workplace } from '../../staff/employees/repository.ts'

export type MethodRow = Selectable<Database['payout_binding']> & { rest_ids: string[] }
export type MethodType = MethodRow['type']

function methods(db: Db, userId: string) {
  return db
    .selectFrom('payout_binding as b')
    .selectAll('b')
    .select(
      // All restaurants of the user with that bank pay out to the method.
      sql<string[]>`array(
        select r.id::text from employee e join restaurant r on r.id = e.restaurant_id
        where e.user_id = b.user_id and r.bank = b.bank order by r.name, r.id)`.as('rest_ids'),
    )
    .where('b.user_id', '=', userId)
    .where('b.deleted_at', 'is', null)
}

/** Reads the methods of all banks or of one, the default one first. */
export async function findPayoutMethods(db: Db, userId: string, bank?: string): Promise<MethodRow[]> {
  return await methods(db, userId)
    .$if(bank !== undefined, (query) => query.where('b.bank', '=', bank ?? ''))
    .orderBy('b.is_default', 'desc')
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute()
}

export async function findPayoutMethod(db: Db, userId: string, type: MethodType, id: string) {
  return await methods(db, userId).where('b.type', '=', type).where('b.id', '=', id).executeTakeFirst()
}

/** Finds a method to which the bank of the payer's restaurant pays, with what an order to it depends on. */
export async function findPayerMethod(db: Db, payer: Workplace, methodId: string) {
  return await db
    .selectFrom('payout_binding as b')
    .leftJoin('vault.provider_card as c', 'c.token', 'b.card_token')
    .select([
      'b.id',
      'b.type',
      'b.network',
      'b.last4',
      'b.bank_name',
      'b.phone',
      'b.status',
      'c.provider as card_provider',
      sql<boolean>`c.token is null or c.told_mask is not null`.as('has_known_digits'),
    ])
    .where('b.id', '=', methodId)
    .where('b.user_id', '=', payer.user_id)
    .where('b.bank', '=', payer.bank)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns `card` or `sbp` by the method's id. */
export async function findMethodTypes(db: Db, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('payout_binding')
    .select(['id', 'type'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Prevents the deletion of a method until the transaction ends. Returns undefined if it is deleted already. */
export async function holdPayoutMethod(trx: Db, methodId: string) {
  const living = trx
    .selectFrom('payout_binding')
    .select(['type', 'last4', 'phone', 'card_token'])
    .where('id', '=', methodId)
    .where('deleted_at', 'is', null)
  return await living.forKeyShare().executeTakeFirst()
}

/** Lets one change of a user's methods pass at a time, since the default depends on all of them. */
export async function lockMethods(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`methods:${userId}`}, 0))`.execute(trx)
}

/** Locks the method, also against a payout to it, which holds the row until it is committed. */
export async function lockPayoutMethod(trx: Db, userId: string, type: MethodType, id: string) {
  return await trx
    .selectFrom('payout_binding')
    .selectAll()
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type OtherMethod = Awaited<ReturnType<typeof findOtherMethods>>[number]

/** Reads the user's other methods at the same bank, the oldest first. The caller has locked the user's methods. */
export async function findOtherMethods(trx: Db, { id, user_id, bank }: { id: string; user_id: string; bank: string }) {
  return await trx
    .selectFrom('payout_binding')
    .select(['id', 'user_id', 'bank', 'status'])
    .where('user_id', '=', user_id)
    .where('bank', '=', bank)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type NewMethod = Omit<Insertable<Database['payout_binding']>, 'is_default'> & { bank: string; user_id: string }

/** Inserts a method and returns its id. The first of a bank is the default. The caller has locked the methods. */
export async function insertPayoutMethod(trx: Db, method: NewMethod): Promise<string> {
  const { id } = await trx
    .insertInto('payout_binding')
    .values({
      ...method,
      is_default: sql<boolean>`not exists (
        select from payout_binding where user_id = ${method.user_id} and bank = ${method.bank}
          and is_default and deleted_at is null)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type MethodChanges = {
  label?: string
  sbp_bank_id?: string
  bank_name?: string
  confirmed_at?: Date
  deleted_at?: Date
  is_default?: false
}

export async function saveMethodChanges(trx: Db, id: string, changes: MethodChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await trx.updateTable('payout_binding').set(changes).where('id', '=', id).execute()
}

/**
 * Changes the default in two statements, because an index never allows two defaults.
 * The caller has locked the user's methods.
 */
export async function makeDefault(trx: Db, method: { id: string; user_id: string; bank: string }): Promise<void> {
  await trx
    .updateTable('payout_binding')
    .set({ is_default: false })
    .where('user_id', '=', method.user_id)
    .where('bank', '=', method.bank)
    .where('is_default', '=', true)
    .execute()
  await trx.updateTable('payout_binding').set({ is_default: true }).where('id', '=', method.id).execute()
}

export async function hasOpenPayout(trx: Db, methodId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('payout')
    .select('id')
    .where('binding_id', '=', methodId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  return open !== undefined
}
