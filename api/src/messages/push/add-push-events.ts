import { defaultTimeZone } from '@portal/contracts/employee'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type PushKind = 'tip' | 'share' | 'payout_paid' | 'payout_failed' | 'method' | 'auto_stopped'

/** A kind of message. The result of a shift has no events of its own, because it sums the tips. */
export type MessageKind = PushKind | 'shift'

/** `amount` is in kopecks. With `employeeId`, the clock of the employee's restaurant decides about quiet hours. */
export type PushEvent = {
  kind: PushKind
  count?: number
  amount?: number
} & ({ employeeId: string } | { userId: string })

/**
 * Stores events for push messages in the transaction of the events, for users with a subscription. A job sends the
 * messages (`outbox.ts`). It takes no lock, so it delays no other transaction.
 */
export async function addPushEvents(trx: Db, events: readonly PushEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    kind: event.kind,
    count: event.count ?? 1,
    amount: event.amount ?? 0,
    employee_id: 'employeeId' in event ? event.employeeId : null,
    user_id: 'userId' in event ? event.userId : null,
  }))
  await sql`
    insert into push_event (user_id, kind, count, amount, time_zone)
    select user_id, kind, count, amount, coalesce(time_zone, ${defaultTimeZone})
    from (
      -- A join would read all employees: PostgreSQL does not know how few there are in the JSON.
      select e.kind, e.count, e.amount,
        coalesce(e.user_id, (select user_id from employee where id = e.employee_id)) as user_id,
        (select r.time_zone from employee join restaurant r on r.id = restaurant_id where employee.id = e.employee_id) as time_zone
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as e (kind text, count int, amount bigint, employee_id uuid, user_id uuid)
    ) as event
    where exists (select from push_subscription s where s.user_id = event.user_id)`.execute(trx)
}
