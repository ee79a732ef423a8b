import type { RestaurantRecord } from '@portal/contracts/admin/restaurant'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import type { ProviderName } from '../../settings/providers.ts'

function records(db: Db) {
  return db
    .selectFrom('restaurant as r')
    .select([
      'r.id',
      'r.external_id',
      'r.name',
      'r.bank',
      'r.payout_provider',
      'r.time_zone',
      'r.fee_share',
      'r.closed_at',
      sql<number>`(select count(*) from employee e where e.restaurant_id = r.id and e.disabled_at is null)`.as(
        'employees',
      ),
    ])
}

type Row = InferResult<ReturnType<typeof records>>[number]

const toRecord = ({ closed_at, ...row }: Row): RestaurantRecord => ({
  ...row,
  closed_at: closed_at?.toISOString() ?? null,
})

export async function listRestaurants(db: Db): Promise<RestaurantRecord[]> {
  return (await records(db).orderBy('r.name').orderBy('r.id').execute()).map(toRecord)
}

/** Reads a restaurant by its id or its external id. @throws Problem 404 */
export async function getRestaurant(db: Db, id: string): Promise<RestaurantRecord> {
  const own = records(db).where((row) => row.or([row('r.external_id', '=', id), row(sql`r.id::text`, '=', id)]))
  return toRecord(requireFound(await own.executeTakeFirst()))
}

/** Locks the restaurant's row and reads it. @throws Problem 404 */
export async function lockRestaurant(trx: Db, id: string): Promise<RestaurantRecord> {
  const restaurant = await getRestaurant(trx, id)
  await trx.selectFrom('restaurant').select('id').where('id', '=', restaurant.id).forUpdate().execute()
  return await getRestaurant(trx, restaurant.id)
}

/** As `lockRestaurant`, and requires that it is not closed. @throws Problem 404, 409 `restaurant_closed` */
export async function lockOpenRestaurant(trx: Db, id: string): Promise<RestaurantRecord> {
  const restaurant = await lockRestaurant(trx, id)
  if (restaurant.closed_at) throw new Problem(409, 'restaurant_closed')
  return restaurant
}

type NewRow = {
  name: string
  bank: string
  payout_provider?: ProviderName | null | undefined
  time_zone?: string | undefined
  fee_share?: number | undefined
  external_id?: string | null | undefined
}

/** Returns its id. */
export async function insertRestaurant(trx: Db, row: NewRow): Promise<string> {
  return (await trx.insertInto('restaurant').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateRestaurant(
  trx: Db,
  id: string,
  row: Partial<NewRow> & { closed_at?: Date | null },
): Promise<void> {
  await trx.updateTable('restaurant').set(row).where('id', '=', id).execute()
}
