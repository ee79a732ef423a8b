import type { Colleague } from '@portal/contracts/colleague'
import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import { roleTags } from '@portal/contracts/profile-tags'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * Reads the user's employees in the order in which the user joined the restaurants; the portal opens at the first.
 * Former ones come last, and only where there is a history: money to withdraw,
 * and what statements and certificates are made of.
 */
export async function readEmployees(db: Db, userId: string): Promise<Employee[]> {
  return (await employeeRows(db, userId).execute()).map(toEmployee)
}

const isFormer = sql<boolean>`e.disabled_at is not null`

/** The query of `readEmployees`, to be read by itself or within another one. */
export function employeeRows(db: Db, userId: string) {
  return db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['e.id', 'e.is_default', 'e.is_manager', 'r.id as rest_id', 'r.name', 'r.bank', 'r.time_zone'])
    .select(isFormer.as('is_former'))
    .where('e.user_id', '=', userId)
    .where(({ exists, selectFrom, or, not }) =>
      or([
        not(isFormer),
        exists(selectFrom('operation_feed as f').whereRef('f.owner_id', '=', 'e.id').where('f.type', '=', 'all')),
      ]),
    )
    .orderBy(isFormer)
    .orderBy('e.created_at')
    .orderBy('e.id')
}

type EmployeeRow = Awaited<ReturnType<ReturnType<typeof employeeRows>['executeTakeFirstOrThrow']>>

export function toEmployee(row: EmployeeRow): Employee {
  const { id, is_default, is_manager, is_former, rest_id, name, bank, time_zone } = row
  return {
    id,
    default: is_default && !is_former,
    manager: is_manager && !is_former,
    ...(is_former && { is_former }),
    restaurant: { id: rest_id, name, bank, ...(time_zone !== defaultTimeZone && { time_zone }) },
  }
}

/**
 * The query of who works or has worked at a restaurant, by name.
 * Only the last two digits of a phone leave the database.
 */
export function staffRows(db: Db, restaurantId: string) {
  return db
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      'u.photo_url',
      'u.tags',
      'e.is_manager as manager',
      sql<string>`right(u.phone, 2)`.as('phone_last2'),
    ])
    .where('e.restaurant_id', '=', restaurantId)
    .orderBy('name')
    .orderBy('e.id')
}

/** Replaces the tags of a user by those that are roles. */
export function withRoles<T extends { tags: readonly string[] }>({ tags, ...row }: T) {
  return { ...row, roles: roleTags.filter((role) => tags.includes(role)) }
}

/** Reads all other employees of the restaurant by name. */
export async function readColleagues(db: Db, employee: { id: string; restaurant_id: string }): Promise<Colleague[]> {
  const others = staffRows(db, employee.restaurant_id).where('e.id', '<>', employee.id)
  const working = others.where('e.disabled_at', 'is', null).where('u.disabled_at', 'is', null)
  return (await working.execute()).map(withRoles)
}
