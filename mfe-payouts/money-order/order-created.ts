import { getPayout, type Payout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { moneyMoved } from '@portal/shared/order-details/live-payout'
import type { QueryClient } from '@portal/shared/query'

/** Shows the response immediately, and fetches what it has changed. */
export function orderCreated(client: QueryClient, payout: Payout): Promise<void> {
  client.setQueryData(apiQuery(getPayout, { params: { id: payout.id } }).queryKey, asReceived(payout))
  return moneyMoved(client)
}
