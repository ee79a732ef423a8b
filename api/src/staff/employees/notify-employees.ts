import type { Db } from '../../db/connect.ts'
import { notifyUsers } from '../../messages/live/notify.ts'

/** Makes the pages of all current and former employees of a restaurant reload their restaurants. */
export async function notifyEmployees(db: Db, restaurantId: string): Promise<void> {
  const employees = db.selectFrom('employee').select('user_id').where('restaurant_id', '=', restaurantId)
  const rows = await employees.execute()
  await notifyUsers(
    db,
    rows.map(({ user_id: userId }) => ({ userId, hint: { type: 'session' } })),
  )
}
