import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { addSecurityNotice, type NoticeDeps } from '../../identity/security-notice/security-notice.ts'
import { notifyUsers } from '../../messages/live/notify.ts'
import { addPushEvents } from '../../messages/push/add-push-events.ts'
import type { StopReason } from './stop-rules.ts'

/**
 * Stops that the user did not cause and may not see on a page, so they are worth an SMS.
 * The event behind any other stop has already sent an SMS.
 */
const smsReasons: readonly StopReason[] = ['refused', 'method_blocked', 'method_unavailable', 'fee_changed']

type Stopped = { employee_id: string; user_id: string; rest_id: string; stop_reason: StopReason }

/**
 * Writes messages to users whose rules have stopped by themselves. A message and the mark of its rule commit together,
 * so each message is sent once even if the process ends. Replicas may run it at the same time.
 */
export async function announceStops(deps: { db: Db } & NoticeDeps, max: number): Promise<number> {
  const stopped = await deps.db.transaction().execute(async (trx) => {
    const unannounced = await trx
      .selectFrom('auto_withdrawal')
      .select('employee_id')
      .where('is_unannounced', '=', true)
      .orderBy('employee_id')
      .limit(max)
      .execute()
    if (unannounced.length === 0) return []
    const ids = unannounced.map(({ employee_id }) => employee_id)
    // Users are locked before their rules, as when a user is blocked, because a notice refers to its user.
    await sql`
      select from user_account where id in (select user_id from employee where id = any(${ids}::uuid[]))
      order by id for key share`.execute(trx)
    const { rows } = await sql<Stopped>`
      update auto_withdrawal a set is_unannounced = false
      from employee e
      where e.id = a.employee_id and a.employee_id = any(${ids}::uuid[]) and a.is_unannounced
      returning a.employee_id, e.user_id, e.restaurant_id as rest_id, a.stop_reason`.execute(trx)
    await addPushEvents(
      trx,
      rows.map(({ employee_id: employeeId }) => ({ kind: 'auto_stopped', employeeId })),
    )
    for (const { user_id: userId, stop_reason } of rows) {
      if (smsReasons.includes(stop_reason))
        await addSecurityNotice(trx, deps, { userId }, { type: 'auto_withdrawal_stopped' })
    }
    return rows
  })
  await notifyUsers(
    deps.db,
    stopped.map(({ user_id: userId, rest_id }) => ({ userId, hint: { type: 'payout', rest_id } })),
  )
  return stopped.length
}
