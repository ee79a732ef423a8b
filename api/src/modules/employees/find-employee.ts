import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

/** A person's place at a restaurant, with what rules and days depend on. */
export type Workplace = {
  id: string
  user_id: string
  /** The person's. */
  name: string
  /** The last two digits of the person's: with the name, what tells two colleagues apart. */
  phone_last2: string
  is_default: boolean
  restaurant_id: string
  /** The restaurant's name. */
  restaurant: string
  bank: string
  time_zone: string
}

function workplaces(db: Db) {
  return db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .where('e.disabled_at', 'is', null)
    .select([
      'e.id',
      'e.user_id',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'),
      sql<string>`right(u.phone, 2)`.as('phone_last2'),
      'e.is_default',
      'e.restaurant_id',
      'r.name as restaurant',
      'r.bank',
      'r.time_zone',
    ])
}

/** @throws Problem 404 where the user does not work or is disabled, as where nobody does */
export async function findOwnEmployee(db: Db, userId: string, restaurantId: string): Promise<Workplace> {
  const own = workplaces(db).where('e.user_id', '=', userId).where('e.restaurant_id', '=', restaurantId)
  return found(await own.executeTakeFirst())
}

/** Of the same restaurant; one's own self too. @throws Problem 404, also for a disabled user, who is in no list of colleagues */
export async function findColleague(db: Db, { restaurant_id }: Workplace, employeeId: string): Promise<Workplace> {
  const there = workplaces(db).where('e.id', '=', employeeId).where('e.restaurant_id', '=', restaurant_id)
  return found(await there.where('u.disabled_at', 'is', null).executeTakeFirst())
}

function found(employee: Workplace | undefined): Workplace {
  if (!employee) throw new Problem(404, 'not_found')
  return employee
}
