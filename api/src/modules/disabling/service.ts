import type { OperatorDecision } from '@portal/contracts/operator'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { addAuditEvent } from '../audit/audit.ts'
import { notifySessionsEnded, notifyUser } from '../live/notify.ts'
import { deletePhoneChange } from '../password/phone-change-repository.ts'
import { deleteResets } from '../password/repository.ts'
import { endSessionsOf } from '../session/service.ts'

/**
 * Disables a user. Sessions stay as rows, which the guard rejects with the reason; enabling deletes them. A requested change
 * of the phone is dropped: a thief may have requested it, and it would take effect meanwhile.
 */
export async function disableUser(db: Db, id: string, decision: OperatorDecision): Promise<void> {
  await setDisabled(db, { type: 'user', id }, true, decision, (trx) => deletePhoneChange(trx, id))
  const sessions = await db.selectFrom('session').select('id').where('user_id', '=', id).execute()
  const sessionIds = sessions.map((session) => session.id)
  await notifySessionsEnded(db, sessionIds)
}

export async function enableUser(db: Db, id: string, decision: OperatorDecision): Promise<void> {
  // First, so that a request which began before the user was disabled does not continue.
  if (await isDisabled(db, id)) {
    await deleteResets(db, id)
    await endSessionsOf(db, id)
  }
  await setDisabled(db, { type: 'user', id }, false, decision)
}

export async function disableEmployee(db: Db, id: string, decision: OperatorDecision): Promise<void> {
  await setDisabled(db, { type: 'employee', id }, true, decision)
  await notifySession(db, id)
}

export async function enableEmployee(db: Db, id: string, decision: OperatorDecision): Promise<void> {
  await setDisabled(db, { type: 'employee', id }, false, decision)
  await notifySession(db, id)
}

/** Changes the state and records it, unless it is the current one already. @throws Problem 404 */
async function setDisabled(
  db: Db,
  subject: { type: 'user' | 'employee'; id: string },
  disabled: boolean,
  decision: OperatorDecision,
  more?: (trx: Db) => Promise<void>,
): Promise<void> {
  const table = subject.type === 'user' ? 'user_account' : 'employee'
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom(table)
      .select('disabled_at')
      .where('id', '=', subject.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Problem(404, 'not_found')
    if ((row.disabled_at !== null) === disabled) return
    await trx
      .updateTable(table)
      .set({ disabled_at: disabled ? sql<Date>`now()` : null })
      .where('id', '=', subject.id)
      .execute()
    await more?.(trx)
    await addAuditEvent(trx, `${subject.type}_${disabled ? 'disabled' : 'enabled'}`, subject, decision)
  })
}

async function isDisabled(db: Db, userId: string): Promise<boolean> {
  const user = db.selectFrom('user_account').select('disabled_at').where('id', '=', userId)
  return Boolean((await user.executeTakeFirst())?.disabled_at)
}

/** Makes the user's pages reload their restaurants. */
async function notifySession(db: Db, employeeId: string): Promise<void> {
  const employee = db.selectFrom('employee').select('user_id').where('id', '=', employeeId)
  await notifyUser(db, (await employee.executeTakeFirstOrThrow()).user_id, { type: 'session' })
}
