import { randomUUID } from 'node:crypto'
import type { IncomingTip } from '@portal/contracts/ingest'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** A completed tip of these rubles, with a new external id. */
export function newTip(employee: { id: string }, amount: number, more: Partial<IncomingTip> = {}): IncomingTip {
  return {
    external_id: randomUUID(),
    employee_id: employee.id,
    amount,
    paid_at: '2026-11-10T12:00:00+03:00',
    status: 'completed',
    ...more,
  }
}

/** Returns the days whose sum differs from the sum of their hours. There must be no such day. */
export async function daysUnlikeTheirHours(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select * from tip_day d full join (
      select employee_id, day, sum(amount) as amount, sum(count) as count from tip_hour group by employee_id, day
    ) as h using (employee_id, day)
    where d.amount is distinct from h.amount or d.count is distinct from h.count`.execute(db)
  return rows
}
