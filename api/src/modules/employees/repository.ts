import type { Colleague } from '@portal/contracts/colleague'
import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import { roleTags } from '@portal/contracts/profile-tags'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Reads the user's employees in the order in which the user joined the restaurants; the portal opens at the first. */
export async function employeesOf(db: Db, userId: string): Promise<Employee[]> {
  return (await employeeRows(db, userId).execute()).map(toEmployee)
}

/** The query of `employeesOf`, to be read alone or within another one. */
export function employeeRows(db: Db, userId: string) {
  return db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['e.id', 'e.is_default', 'e.is_manager', 'r.id as rest_id', 'r.name', 'r.bank', 'r.time_zone'])
    .where('e.user_id', '=', userId)
    .where('e.disabled_at', 'is', null)
    .orderBy('e.created_at')
    .orderBy('e.id')
}

type EmployeeRow = Awaited<ReturnType<ReturnType<typeof employeeRows>['executeTakeFirstOrThrow']>>

export function toEmployee({ id, is_default, is_manager, rest_id, name, bank, time_zone }: EmployeeRow): Employee {
  return {
    id,
    default: is_default,
    manager: is_manager,
    restaurant: { id: rest_id, name, bank, ...(time_zone !== defaultTimeZone && { time_zone }) },
  }
}

/** The query of who works at a restaurant, by name. Only the last two digits of a phone leave the database. */
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
    .where('e.disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('e.id')
}

/** Replaces the tags of a user by those that are roles. */
export function withRoles<T extends { tags: readonly string[] }>({ tags, ...row }: T) {
  return { ...row, roles: roleTags.filter((role) => tags.includes(role)) }
}

/** Reads all other employees of the restaurant by name. */
export async function colleaguesOf(db: Db, employee: { id: string; restaurant_id: string }): Promise<Colleague[]> {
  const others = staffRows(db, employee.restaurant_id).where('e.id', '<>', employee.id)
  return (await others.where('u.disabled_at', 'is', null).execute()).map(withRoles)
}
