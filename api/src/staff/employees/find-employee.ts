import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { requireFound } from '../../http/problem.ts'
import type { ProviderName } from '../../settings/providers.ts'

/** An employee with the fields that rules and days depend on. */
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
  /** The provider that pays out; null: the default of the settings. */
  payout_provider: ProviderName | null
  time_zone: string
  /** Percent of the fee of a withdrawal that the restaurant bears. */
  fee_share: number
}

/** Employees with their restaurants. */
function employees(db: Db) {
  return db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['e.id', 'e.restaurant_id', 'r.name as restaurant', 'r.time_zone'])
}

function workplaces(db: Db) {
  return employees(db)
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select([
      'e.user_id',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      sql<string>`right(u.phone, 2)`.as('phone_last2'),
      sql<boolean>`e.is_default and e.disabled_at is null`.as('is_default'),
      sql<boolean>`e.is_manager and e.disabled_at is null`.as('is_manager'),
      sql<boolean>`e.disabled_at is not null`.as('is_former'),
      'r.bank',
      'r.payout_provider',
      'r.fee_share',
    ])
}

/**
 * Reads the user's employees, former ones included, in the order in which the user joined the restaurants.
 * With `restaurantId`, only the employee of that restaurant.
 */
export async function findOwnEmployees(db: Db, userId: string, restaurantId?: string) {
  return await employees(db)
    .where('e.user_id', '=', userId)
    .$if(restaurantId !== undefined, (query) => query.where('e.restaurant_id', '=', restaurantId ?? ''))
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
}

/**
 * Finds the user's employee at a restaurant, also a former one. @throws Problem 404 for a restaurant where the user has
 * never worked
 */
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

/**
 * Finds an employee of the user's restaurant, who may be the user. @throws Problem 404, also for a disabled user
 */
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
