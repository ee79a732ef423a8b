import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import { maskPhone } from '@portal/contracts/phone-text'
import { isUuid } from '@portal/contracts/uuid'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'

/** Employees as operators see them, also dismissed ones. */
function rows(db: Db) {
  return db
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select([
      'e.id',
      'e.external_id',
      'e.user_id',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.phone',
      'e.restaurant_id',
      'r.external_id as restaurant_external_id',
      'r.name as restaurant',
      'e.is_default',
      'e.is_manager',
      sql<Date | null>`(select max(last_seen_at) from session s where s.user_id = u.id)`.as('last_seen_at'),
      'e.disabled_at',
      'u.disabled_at as blocked_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const toRecord = (row: Row): EmployeeRecord => ({
  id: row.id,
  external_id: row.external_id,
  user_id: row.user_id,
  name: row.name,
  phone_masked: maskPhone(row.phone),
  restaurant: { id: row.restaurant_id, external_id: row.restaurant_external_id, name: row.restaurant },
  default: row.is_default,
  manager: row.is_manager,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  dismissed_at: row.disabled_at?.toISOString() ?? null,
  blocked_at: row.blocked_at?.toISOString() ?? null,
})

export async function readStaff(db: Db, restaurantId: string): Promise<EmployeeRecord[]> {
  const query = rows(db).where('e.restaurant_id', '=', restaurantId).orderBy('name').orderBy('e.id')
  return (await query.execute()).map(toRecord)
}

export async function readEmployeeRecords(db: Db, userId: string): Promise<EmployeeRecord[]> {
  const query = rows(db).where('e.user_id', '=', userId).orderBy('e.created_at').orderBy('e.id')
  return (await query.execute()).map(toRecord)
}

/** @throws Problem 404 */
export async function getEmployeeRecord(db: Db, id: string): Promise<EmployeeRecord> {
  return toRecord(requireFound(await rows(db).where('e.id', '=', id).executeTakeFirst()))
}

/** Finds an employee, who may be dismissed. */
export async function findEmployeeByPhone(
  db: Db,
  restaurantId: string,
  phone: string,
): Promise<EmployeeRecord | undefined> {
  const row = await rows(db).where('e.restaurant_id', '=', restaurantId).where('u.phone', '=', phone).executeTakeFirst()
  return row && toRecord(row)
}

/** Finds the id of the employee that an id or an external id names. @throws Problem 404, 409 `external_id_ambiguous` */
export async function findEmployeeId(db: Db, name: string): Promise<string> {
  if (isUuid(name)) return name
  const named = await db.selectFrom('employee').select('id').where('external_id', '=', name).limit(2).execute()
  if (named.length > 1) throw new Problem(409, 'external_id_ambiguous')
  return requireFound(named[0]).id
}
