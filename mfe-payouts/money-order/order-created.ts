import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { listOperations } from '@portal/contracts/operation'
import { getPayout, listPayouts, type Payout } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutTerms } from '@portal/contracts/payout-method'
import { listSharings } from '@portal/contracts/sharing'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import type { QueryClient } from '@portal/shared/query'

/** Shows the response immediately, and fetches what it has changed. */
export function orderCreated(client: QueryClient, payout: Payout): Promise<void> {
  client.setQueryData(apiQuery(getPayout, { params: { id: payout.id } }).queryKey, asReceived(payout))
  return moneyMoved(client)
}

/** Fetches balance, daily limit and lists again. */
export function moneyMoved(client: QueryClient): Promise<void> {
  return invalidate(
    client,
    getBalance,
    getTotalBalance,
    listPayouts,
    listOperations,
    listPayoutTerms,
    getTransferLimits,
    listSharings,
  )
}
