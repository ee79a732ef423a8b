import type { Employee } from '@portal/shared/contracts/employee'
import type { Db } from '../../db/connect.ts'

/** In the order in which the user joined the restaurants: the first is where the portal opens. */
export async function employeesOf(db: Db, userId: string): Promise<Employee[]> {
  const rows = await db
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['e.id', 'e.is_default', 'e.is_manager', 'r.id as rest_id', 'r.name', 'r.bank'])
    .where('e.user_id', '=', userId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute()
  return rows.map(({ id, is_default, is_manager, rest_id, name, bank }) => ({
    id,
    default: is_default,
    manager: is_manager,
    restaurant: { id: rest_id, name, bank },
  }))
}
