import type { OrderToConfirm } from '@portal/contracts/new-payout'
import { divide, type SharingWay, shareWeights } from '@portal/contracts/shares'

type SharingOrder = OrderToConfirm & { kind: 'sharing' }

/** An order to share rubles, with the parts that the page computes. */
export function sharingOrder(
  rest_id: string,
  amount: number,
  members: readonly { id: string; weight?: number }[],
  way: SharingWay = 'equal',
): SharingOrder {
  const parts = divide(amount * 100, shareWeights(way, members))
  const shares = members.map(({ id, weight }, index) => ({
    recipient_employee_id: id,
    ...(weight !== undefined && { weight }),
    amount: (parts[index] ?? 0) / 100,
  }))
  return { kind: 'sharing', rest_id, way, amount, shares }
}
