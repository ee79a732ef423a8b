import type { TeamMember } from '@portal/contracts/team'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { found } from '../../http/problem.ts'
import { staffRows, withRoles } from '../employees/repository.ts'

/** Reads the employees of a restaurant by name, blocked users too: a manager does not have to guess why they cannot sign in. */
export async function teamOf(db: Db, restaurantId: string): Promise<TeamMember[]> {
  const rows = await staffRows(db, restaurantId)
    .select([
      'e.is_default as default',
      sql<boolean>`u.disabled_at is not null`.as('blocked'),
      // Sessions end; sign-ins from before the audit trail are known by a session alone.
      sql<boolean>`exists (select from session s where s.user_id = u.id)
        or exists (select from audit_event a where a.actor = u.id::text and a.action = 'user_signed_in')`.as(
        'signed_in',
      ),
    ])
    .execute()
  return rows.map(withRoles)
}

/** Also one who was dismissed. @throws Problem 404 */
export async function getRestaurantOf(db: Db, employeeId: string): Promise<string> {
  const employee = db.selectFrom('employee').select('restaurant_id').where('id', '=', employeeId)
  return found(await employee.executeTakeFirst()).restaurant_id
}

/** Locks an employee, so that no other request changes the roles meanwhile. */
export async function lockRoles(trx: Db, employeeId: string): Promise<{ is_default: boolean; is_manager: boolean }> {
  const employee = trx.selectFrom('employee').select(['is_default', 'is_manager']).where('id', '=', employeeId)
  return await employee.forUpdate().executeTakeFirstOrThrow()
}
