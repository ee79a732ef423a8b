import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import type { Colleague } from '@portal/contracts/colleague'
import { defaultTimeZone, type Employee } from '@portal/contracts/employee'
import { maskPhone } from '@portal/contracts/phone-text'
import { roleTags } from '@portal/contracts/profile-tags'
import { isUuid } from '@portal/contracts/uuid'
import { type InferResult, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import type { ProviderName } from '../../settings/providers.ts'

/** Employees with their restaurants. */
function employees(db: Db) {
  return db.selectFrom('employee as e').innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
}

/** Employees with their restaurants and users. */
function employeesWithUsers(db: Db) {
  return employees(db).innerJoin('user_account as u', 'u.id', 'e.user_id')
}

export const isFormer = sql<boolean>`e.disabled_at is not null`
export const userName = sql<string>`trim(u.first_name || ' ' || u.last_name)`
/** Only these digits of a phone leave the database, except for operators. */
export const phoneLast2 = sql<string>`right(u.phone, 2)`

// The user's own employees.

/**
 * Reads the user's employees, former ones included, in the order in which the user joined the restaurants.
 * With `restaurantId`, only the employee of that restaurant.
 */
export async function findOwnEmployees(db: Db, userId: string, restaurantId?: string) {
  return await employees(db)
    .select(['e.id', 'e.restaurant_id', 'r.name as restaurant', 'r.time_zone'])
    .where('e.user_id', '=', userId)
    .$if(restaurantId !== undefined, (query) => query.where('e.restaurant_id', '=', restaurantId ?? ''))
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
}

/**
 * Reads the user's employees for pages, in the order in which the user joined the restaurants; the portal opens at the
 * first one. Former employees come last, and only if they have operations, which statements and certificates show. A
 * user who works nowhere has all former ones, because help, settings and the deletion of the account need a page.
 */
export async function readEmployees(db: Db, userId: string): Promise<Employee[]> {
  return (await employeeRows(db, userId).execute()).map(toEmployee)
}

/** The query of `readEmployees`, which may be a part of another query. */
export function employeeRows(db: Db, userId: string) {
  return employees(db)
    .select(['e.id', 'e.is_default', 'e.is_manager', 'r.id as rest_id', 'r.name', 'r.bank', 'r.time_zone'])
    .select(isFormer.as('is_former'))
    .where('e.user_id', '=', userId)
    .where(({ exists, selectFrom, or, not }) =>
      or([
        not(isFormer),
        exists(selectFrom('operation_feed as f').whereRef('f.owner_id', '=', 'e.id').where('f.type', '=', 'all')),
        not(exists(selectFrom('employee as c').where('c.user_id', '=', userId).where('c.disabled_at', 'is', null))),
      ]),
    )
    .orderBy(isFormer)
    .orderBy('e.created_at')
    .orderBy('e.id')
}

type EmployeeRow = InferResult<ReturnType<typeof employeeRows>>[number]

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

// Employees with the fields that rules and days depend on.

export type Workplace = {
  id: string
  user_id: string
  /** The user's name. */
  name: string
  /** The last two digits of the user's phone distinguish colleagues with the same name. */
  phone_last2: string
  is_default: boolean
  is_manager: boolean
  /** Dismissed: may read the history and withdraw the balance, and has no role. */
  is_former: boolean
  restaurant_id: string
  /** The restaurant's name. */
  restaurant: string
  bank: string
  /** The provider that pays out. Null: the default of the settings. */
  payout_provider: ProviderName | null
  time_zone: string
  /** The percent of the fee of a withdrawal that the restaurant bears. */
  fee_share: number
}

function workplaces(db: Db) {
  return employeesWithUsers(db).select([
    'e.id',
    'e.user_id',
    'e.restaurant_id',
    'r.name as restaurant',
    'r.bank',
    'r.payout_provider',
    'r.time_zone',
    'r.fee_share',
    userName.as('name'),
    phoneLast2.as('phone_last2'),
    sql<boolean>`e.is_default and e.disabled_at is null`.as('is_default'),
    sql<boolean>`e.is_manager and e.disabled_at is null`.as('is_manager'),
    isFormer.as('is_former'),
  ])
}

/** Finds the user's current or former employee at a restaurant. @throws Problem 404 if the user never worked there */
export async function findOwnEmployee(db: Db, userId: string, restaurantId: string): Promise<Workplace> {
  const own = workplaces(db).where('e.user_id', '=', userId).where('e.restaurant_id', '=', restaurantId)
  return requireFound(await own.executeTakeFirst())
}

/** Colleagues who work at the restaurant and may get money. */
function colleagues(db: Db, { restaurant_id }: Workplace) {
  return workplaces(db)
    .where('e.restaurant_id', '=', restaurant_id)
    .where('e.disabled_at', 'is', null)
    .where('u.disabled_at', 'is', null)
}

/** Finds an employee of the user's restaurant, who may be the user. @throws Problem 404, also for a disabled user */
export async function findColleague(db: Db, employee: Workplace, employeeId: string): Promise<Workplace> {
  return requireFound(await colleagues(db, employee).where('e.id', '=', employeeId).executeTakeFirst())
}

/**
 * Finds several colleagues in the order of `employeeIds`, which are distinct.
 * @throws Problem 404 unless all of them work at the restaurant
 */
export async function findColleagues(
  db: Db,
  employee: Workplace,
  employeeIds: readonly string[],
): Promise<Workplace[]> {
  const there = await colleagues(db, employee).where(sql<boolean>`e.id = any(${employeeIds}::uuid[])`).execute()
  const byId = new Map(there.map((colleague) => [colleague.id, colleague]))
  return employeeIds.map((id) => requireFound(byId.get(id)))
}

// The employees of a restaurant, for colleagues and managers.

/** The query of everyone who works or has worked at a restaurant, by name. */
export function staffRows(db: Db, restaurantId: string) {
  return db
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select(['e.id', userName.as('name'), 'u.photo_url', 'u.tags', 'e.is_manager as manager'])
    .select(phoneLast2.as('phone_last2'))
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

// Employees as operators see them, including dismissed ones.

function recordRows(db: Db) {
  return employeesWithUsers(db).select([
    'e.id',
    'e.external_id',
    'e.user_id',
    userName.as('name'),
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

type RecordRow = InferResult<ReturnType<typeof recordRows>>[number]

function toRecord(row: RecordRow): EmployeeRecord {
  return {
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
  }
}

export async function readStaff(db: Db, restaurantId: string): Promise<EmployeeRecord[]> {
  const query = recordRows(db).where('e.restaurant_id', '=', restaurantId).orderBy('name').orderBy('e.id')
  return (await query.execute()).map(toRecord)
}

export async function readEmployeeRecords(db: Db, userId: string): Promise<EmployeeRecord[]> {
  const query = recordRows(db).where('e.user_id', '=', userId).orderBy('e.created_at').orderBy('e.id')
  return (await query.execute()).map(toRecord)
}

/** @throws Problem 404 */
export async function getEmployeeRecord(db: Db, id: string): Promise<EmployeeRecord> {
  return toRecord(requireFound(await recordRows(db).where('e.id', '=', id).executeTakeFirst()))
}

/** Finds an employee, who may be dismissed. */
export async function findEmployeeByPhone(
  db: Db,
  restaurantId: string,
  phone: string,
): Promise<EmployeeRecord | undefined> {
  const staff = recordRows(db).where('e.restaurant_id', '=', restaurantId)
  const row = await staff.where('u.phone', '=', phone).executeTakeFirst()
  return row && toRecord(row)
}

/** Finds the id of the employee that an id or an external id names. @throws Problem 404, 409 `external_id_ambiguous` */
export async function findEmployeeId(db: Db, name: string): Promise<string> {
  if (isUuid(name)) return name
  const named = await db.selectFrom('employee').select('id').where('external_id', '=', name).limit(2).execute()
  if (named.length > 1) throw new Problem(409, 'external_id_ambiguous')
  return requireFound(named[0]).id
}
