import { Payout } from '@portal/contracts/payout'
import { PAYOUT_MINUTES } from './order/limits.ts'
import type { PayoutRow } from './repository.ts'

/** Returns the payout of a response, in rubles. */
export function toPayout(row: PayoutRow): Payout {
  return Payout.parse({
    id: row.id,
    number: String(row.number),
    kind: row.kind,
    amount: row.amount / 100,
    fee: row.fee / 100,
    ...(row.restaurant_fee > 0 && { restaurant_fee: row.restaurant_fee / 100 }),
    net: (row.amount - row.fee) / 100,
    status: row.status,
    ...(row.review !== null && { review: row.review }),
    ...(row.reason !== null && { reason: row.reason }),
    destination: { type: row.destination_type, title: row.destination_title },
    ...(row.automatic && { automatic: true }),
    ...(row.binding_id !== null && { binding_id: row.binding_id }),
    restaurant: { id: row.restaurant_id, name: row.restaurant_name },
    ...(row.rrn !== null && { rrn: row.rrn }),
    created_at: row.created_at.toISOString(),
    ...toExpected(row),
    ...(row.completed_at !== null && { completed_at: row.completed_at.toISOString() }),
    timeline: row.timeline.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
  })
}

/** The time runs from the last step. Before it, a released order has waited for an operator. */
function toExpected({ status, review, destination_type: type, timeline }: PayoutRow): Pick<Payout, 'expected_at'> {
  const isSent = status === 'processing' || (status === 'pending' && review === null)
  const last = timeline.at(-1)
  if (!isSent || !last || (type !== 'card' && type !== 'sbp')) return {}
  return { expected_at: new Date(+new Date(last.at) + PAYOUT_MINUTES[type] * 60_000).toISOString() }
}
