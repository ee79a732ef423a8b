import type { TeamMember } from '@portal/contracts/team'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isFormer, phoneLast2, staffRows, userName, withRoles } from '../employees/repository.ts'

/**
 * Reads the employees of a restaurant by name. It includes blocked users, so that a manager knows why they cannot sign
 * in.
 */
export async function findTeam(db: Db, restaurantId: string): Promise<TeamMember[]> {
  return (await memberRows(db, restaurantId).where('e.disabled_at', 'is', null).execute()).map(withRoles)
}

/** Reads the employees whom a manager has dismissed and may reinstate. */
export async function findDismissed(db: Db, restaurantId: string): Promise<TeamMember[]> {
  return (await memberRows(db, restaurantId).where(wasDismissedByManager).execute()).map(withRoles)
}

/** Whether a manager (and no operator) has dismissed the employee in the last day, and the account still exists. */
const wasDismissedByManager = sql<boolean>`
  e.disabled_at > clock_timestamp() - interval '1 day' and u.deleted_at is null and (
    select actor_type from audit_event a where a.subject_id = e.id::text and a.action = 'employee_dismissed'
    order by a.id desc limit 1) = 'user'`

function memberRows(db: Db, restaurantId: string) {
  return staffRows(db, restaurantId).select([
    'e.is_default as default',
    sql<boolean>`u.disabled_at is not null`.as('blocked'),
    // Sign-ins are in the audit trail. Earlier ones, from before the trail, are known only by an open session.
    sql<boolean>`exists (select from session s where s.user_id = u.id)
        or exists (select from audit_event a where a.actor = u.id::text and a.action = 'user_signed_in')`.as(
      'signed_in',
    ),
  ])
}

/** Reads an employee, who may be dismissed. */
export async function getMember(db: Db, employeeId: string) {
  return await db
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select(['e.restaurant_id', 'e.is_default', 'e.is_manager'])
    .select([isFormer.as('is_former'), userName.as('name'), phoneLast2.as('phone_last2')])
    .where('e.id', '=', employeeId)
    .executeTakeFirst()
}

/** Locks an employee, so that no other request changes the roles meanwhile. */
export async function lockRoles(trx: Db, employeeId: string) {
  const employee = trx.selectFrom('employee as e').select(['is_default', 'is_manager', isFormer.as('is_former')])
  return await employee.where('id', '=', employeeId).forUpdate().executeTakeFirstOrThrow()
}

/** Whether a manager may reinstate an employee. */
export async function isUndoable(db: Db, employeeId: string): Promise<boolean> {
  const employee = db.selectFrom('employee as e').innerJoin('user_account as u', 'u.id', 'e.user_id').select('e.id')
  return (await employee.where('e.id', '=', employeeId).where(wasDismissedByManager).executeTakeFirst()) !== undefined
}

/** Returns how many employees a manager has dismissed in the last hour, at all restaurants. */
export async function countDismissals(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('actor', '=', userId)
    .where('action', '=', 'employee_dismissed')
    .where('at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}
