import type { EmployeeChange, EmployeeRecord } from '@portal/contracts/admin/employee'
import { sql } from 'kysely'
import { type Actor, addChangeEvent, type Decision } from '../../base/audit/audit.ts'
import { requireSecondOperator } from '../../base/proposals/second-operator.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { requireOthersAccount } from '../../identity/users/rights.ts'
import { requireFreeExternalId } from './external-id.ts'
import { getEmployeeRecord } from './repository.ts'

/**
 * Changes what operators decide about an employee. A restaurant has one default employee, so a new one replaces the
 * previous one; this needs two operators. @throws Problem 404, 409 `own_account`, `external_id_taken`,
 * `employee_dismissed`
 */
export async function changeEmployee(
  trx: Db,
  id: string,
  { reason, default: isDefault, manager, external_id }: EmployeeChange,
  actor: Actor,
): Promise<EmployeeRecord> {
  const { restaurant_id } = await lockWithRestaurant(trx, id)
  const before = await getEmployeeRecord(trx, id)
  requireOthersAccount(before.user_id, actor)
  if (before.dismissed_at) throw new Problem(409, 'employee_dismissed')
  if (external_id) await requireFreeExternalId(trx, restaurant_id, external_id, { employeeId: id })
  const fields = {
    ...(isDefault !== undefined && { is_default: isDefault }),
    ...(manager !== undefined && { is_manager: manager }),
    ...(external_id !== undefined && { external_id }),
  }
  if (isDefault && !before.default) {
    const subject = { type: 'employee', id } as const
    await requireSecondOperator(trx, { action: 'employee_changed', subject, actor, reason, change: fields })
  }
  if (isDefault) await takeDefault(trx, restaurant_id, id, { actor, reason })
  if (Object.keys(fields).length > 0) {
    const update = trx.updateTable('employee').set(fields).where('id', '=', id).where('disabled_at', 'is', null)
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
    // The employee was dismissed, or the account deleted, after the employee was read.
    if (numUpdatedRows === 0n) throw new Problem(409, 'employee_dismissed')
  }
  return await recordChange(trx, before, { actor, reason })
}

/**
 * Makes the restaurant's current default employee an ordinary one. Locks both in the order in which orders lock
 * employees.
 */
async function takeDefault(trx: Db, restaurantId: string, id: string, decision: Decision): Promise<void> {
  const employees = await trx
    .selectFrom('employee')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where((row) => row.or([row('is_default', '=', true), row('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const other of employees.filter((employee) => employee.id !== id)) {
    const before = await getEmployeeRecord(trx, other.id)
    await trx.updateTable('employee').set({ is_default: false }).where('id', '=', other.id).execute()
    await recordChange(trx, before, decision)
  }
}

async function recordChange(trx: Db, before: EmployeeRecord, decision: Decision): Promise<EmployeeRecord> {
  const after = await getEmployeeRecord(trx, before.id)
  await addChangeEvent(trx, {
    action: 'employee_changed',
    subject: { type: 'employee', id: before.id },
    ...decision,
    before: auditedState(before),
    after: auditedState(after),
  })
  return after
}

function auditedState({ default: isDefault, manager, external_id }: EmployeeRecord) {
  return { default: isDefault, manager, external_id }
}

/**
 * Locks the employees with these phones in the order in which orders lock employees. Call it before changing several.
 */
export async function lockEmployees(trx: Db, restaurantId: string, phones: readonly string[]): Promise<void> {
  await trx
    .selectFrom('employee as e')
    .innerJoin('user_account as u', 'u.id', 'e.user_id')
    .select('e.id')
    .where('e.restaurant_id', '=', restaurantId)
    .where(sql<boolean>`u.phone = any(${phones}::text[])`)
    .orderBy('e.id')
    .forNoKeyUpdate('e')
    .execute()
}

/** Locks the employee's restaurant, so that changes of its team wait for each other. @throws Problem 404 */
async function lockWithRestaurant(trx: Db, id: string): Promise<{ restaurant_id: string }> {
  const employee = requireFound(
    await trx.selectFrom('employee').select('restaurant_id').where('id', '=', id).executeTakeFirst(),
  )
  await trx.selectFrom('restaurant').select('id').where('id', '=', employee.restaurant_id).forUpdate().execute()
  return employee
}
