import { randomUUID } from 'node:crypto'
import type { IncomingTip } from '@portal/contracts/tips'

/** A completed tip of these rubles with an external id of its own. */
export function tipOf(employee: { id: string }, amount: number, more: Partial<IncomingTip> = {}): IncomingTip {
  return {
    external_id: randomUUID(),
    employee_id: employee.id,
    amount,
    paid_at: '2026-11-10T12:00:00+03:00',
    status: 'completed',
    ...more,
  }
}
