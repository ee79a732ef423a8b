import { sql } from 'kysely'
import { addAuditEvent, type Decision } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { notifySessionsEnded, notifyUser } from '../../messages/live/notify.ts'
import { deleteUserSubscriptions } from '../../messages/push/repository.ts'
import type { AccountSecuredDeps } from '../dependencies.ts'
import { renewCodes } from '../otp/renew-codes.ts'
import { deletePhoneChange } from '../password/phone-change-repository.ts'
import { deleteResets } from '../password/repository.ts'
import { addSecurityNotice, type NoticeDeps } from '../security-notice/security-notice.ts'
import { deleteUserSessions } from '../session/repository.ts'
import { requireOthersAccount } from '../users/rights.ts'

/**
 * Disables a user. The rows of sessions stay, so that the guard can reject them with the reason; enabling deletes them.
 * A pending change of the phone is canceled, because a thief may have requested it. Push messages and automatic
 * withdrawals end. Call `endUserStreams` after the commit.
 */
export async function disableUser(
  trx: Db,
  { accountSecured }: AccountSecuredDeps,
  id: string,
  decision: Decision,
): Promise<void> {
  if (!(await setDisabled(trx, { type: 'user', id }, true, decision))) return
  await deletePhoneChange(trx, id)
  await deleteUserSubscriptions(trx, id)
  await accountSecured(trx, { userId: id }, 'account_blocked', decision.actor)
}

/**
 * Enables a user. Returns the ids of the sessions that this ends, for `notifySessionsEnded`.
 */
export async function enableUser(trx: Db, id: string, decision: Decision): Promise<string[]> {
  await requireNotDeleted(trx, id)
  if (!(await setDisabled(trx, { type: 'user', id }, false, decision))) return []
  await deleteResets(trx, id)
  await renewCodes(trx, id, 'phone')
  return await deleteUserSessions(trx, id)
}

/**
 * Dismisses an employee, who keeps the balance, its history and its automatic withdrawals, and gets an SMS that says
 * so.
 */
export async function dismissEmployee(trx: Db, deps: NoticeDeps, id: string, decision: Decision): Promise<void> {
  if (!(await setDisabled(trx, { type: 'employee', id }, true, decision))) return
  const { user_id: userId, name } = await trx
    .selectFrom('employee as e')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(['e.user_id', 'r.name'])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow()
  await addSecurityNotice(trx, deps, { userId }, { type: 'dismissed', restaurant: name })
}

/**
 * Reinstates an employee. Locks the user first, as the deletion of the account does.
 * @throws Problem 404, 409 `own_account`
 */
export async function reinstateEmployee(trx: Db, id: string, decision: Decision): Promise<void> {
  const employee = await trx.selectFrom('employee').select('user_id').where('id', '=', id).executeTakeFirst()
  if (employee) {
    requireOthersAccount(employee.user_id, decision.actor)
    await requireNotDeleted(trx, employee.user_id)
  }
  await setDisabled(trx, { type: 'employee', id }, false, decision)
}

/** Locks the user, and requires that the account is not deleted. @throws Problem 404 */
async function requireNotDeleted(trx: Db, userId: string): Promise<void> {
  const users = trx.selectFrom('user_account').select('deleted_at').where('id', '=', userId)
  if ((await users.forNoKeyUpdate().executeTakeFirst())?.deleted_at) throw new Problem(404, 'not_found')
}

/** Closes the streams of the user's open pages, which then request their data and get 401. */
export async function endUserStreams(db: Db, userId: string): Promise<void> {
  const sessions = await db.selectFrom('session').select('id').where('user_id', '=', userId).execute()
  await notifySessionsEnded(
    db,
    sessions.map(({ id }) => id),
  )
}

/** Makes the user's pages reload their restaurants. */
export async function notifyEmployee(db: Db, employeeId: string): Promise<void> {
  const employee = db.selectFrom('employee').select('user_id').where('id', '=', employeeId)
  await notifyUser(db, (await employee.executeTakeFirstOrThrow()).user_id, { type: 'session' })
}

const actions = {
  user: { true: 'user_blocked', false: 'user_unblocked' },
  employee: { true: 'employee_dismissed', false: 'employee_reinstated' },
} as const

/** Changes the state and records it. Returns false if it is already so. @throws Problem 404 */
async function setDisabled(
  trx: Db,
  subject: { type: 'user' | 'employee'; id: string },
  disabled: boolean,
  decision: Decision,
): Promise<boolean> {
  const table = subject.type === 'user' ? 'user_account' : 'employee'
  const row = requireFound(
    await trx.selectFrom(table).select('disabled_at').where('id', '=', subject.id).forUpdate().executeTakeFirst(),
  )
  if ((row.disabled_at !== null) === disabled) return false
  const { disabled_at } = await trx
    .updateTable(table)
    .set({ disabled_at: disabled ? sql<Date>`now()` : null })
    .where('id', '=', subject.id)
    .returning('disabled_at')
    .executeTakeFirstOrThrow()
  await addAuditEvent(trx, {
    action: actions[subject.type][`${disabled}`],
    subject,
    ...decision,
    before: { disabled_at: row.disabled_at },
    after: { disabled_at },
  })
  return true
}
