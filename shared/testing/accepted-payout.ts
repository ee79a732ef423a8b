import type { Payout } from '@portal/contracts/payout'

const at = '2026-11-20T12:00:00+03:00'
/** The response of the API to an order of 500 ₽. */
export const acceptedPayout: Payout = {
  id: 'p1',
  number: '100001',
  kind: 'payout',
  amount: 500,
  fee: 15,
  net: 485,
  status: 'pending',
  destination: { type: 'card', title: 'Мир •• 1234' },
  restaurant: { id: 'r1', name: 'Берёзка' },
  created_at: at,
  timeline: [{ status: 'pending', at }],
}
