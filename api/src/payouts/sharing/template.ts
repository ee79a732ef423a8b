import type { NewSharingTemplate, SharingTemplate } from '@portal/contracts/sharing'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findColleagues, findOwnEmployee, type Workplace } from '../../staff/employees/repository.ts'

/** @throws Problem 403, 404, as `requireDefaultEmployee` */
export async function findTemplate(db: Db, userId: string, restId: string): Promise<SharingTemplate | null> {
  return await readTemplate(db, await requireDefaultEmployee(db, userId, restId))
}

/**
 * Replaces the template. It belongs to the restaurant, because the default employee may change while the team stays.
 * @throws Problem 403, 404, as `requireDefaultEmployee`; 404 for a member who does not work there
 */
export async function saveTemplate(
  db: Db,
  userId: string,
  restId: string,
  { way, members }: NewSharingTemplate,
): Promise<SharingTemplate | null> {
  const employee = await requireDefaultEmployee(db, userId, restId)
  const memberIds = members.map(({ employee_id }) => employee_id)
  // Throws unless all of them work there.
  await findColleagues(db, employee, memberIds)
  const template = { way, members: JSON.stringify(members) }
  await db
    .insertInto('sharing_template')
    .values({ restaurant_id: restId, ...template })
    .onConflict((conflict) =>
      conflict.column('restaurant_id').doUpdateSet({ ...template, updated_at: sql<Date>`clock_timestamp()` }),
    )
    .execute()
  return await readTemplate(db, employee)
}

/** @throws Problem 403 for an employee who is not the default one, 404 where the user does not work */
async function requireDefaultEmployee(db: Db, userId: string, restId: string): Promise<Workplace> {
  const employee = await findOwnEmployee(db, userId, restId)
  if (!employee.is_default) throw new Problem(403, 'forbidden')
  return employee
}

type TemplateRow = { way: SharingTemplate['way']; employee_id: string; weight: number | null; name: string }

/** Reads the template without the user, whom another default employee may have put in. */
async function readTemplate(db: Db, { id, restaurant_id }: Workplace): Promise<SharingTemplate | null> {
  const { rows } = await sql<TemplateRow>`
    select t.way, e.id as employee_id, m.weight, trim(u.first_name || ' ' || u.last_name) as name
    from sharing_template t
    cross join rows from (jsonb_to_recordset(t.members) as (employee_id uuid, weight float8)) with ordinality
      as m (employee_id, weight, position)
    join employee e on e.id = m.employee_id join user_account u on u.id = e.user_id
    where t.restaurant_id = ${restaurant_id} and e.id <> ${id}
    order by m.position`.execute(db)
  const [first] = rows
  if (!first) return null
  return {
    way: first.way,
    members: rows.map(({ employee_id, weight, name }) => ({
      employee_id,
      name,
      ...(weight !== null && { weight }),
    })),
  }
}
