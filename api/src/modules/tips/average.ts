import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The average tip of the last 90 days of each employee who had any, in kopecks. */
export async function averageTip(db: Db, employeeIds: readonly string[]): Promise<Map<string, number>> {
  if (employeeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tip_day')
    .select(['employee_id', sql<number>`round(sum(amount) / sum(count))::bigint`.as('average')])
    .where('employee_id', 'in', employeeIds)
    .where('day', '>', sql<string>`current_date - 90`)
    .groupBy('employee_id')
    .execute()
  return new Map(rows.map(({ employee_id, average }) => [employee_id, average]))
}
