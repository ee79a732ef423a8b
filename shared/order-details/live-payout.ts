import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { listOperations } from '@portal/contracts/operation'
import { getPayout, listPayouts, type Payout } from '@portal/contracts/payout'
import { getTransferLimits, listPayoutTerms } from '@portal/contracts/payout-method'
import { listSharings } from '@portal/contracts/sharing'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { useEffect, useRef } from 'react'
import { isInFlight } from './payout-status.ts'

/** Runs in addition to the shell's live updates, for the minute in which the user watches the payout. */
const REFETCH_INTERVAL_MS = 5_000

/** Follows a payout: a new status also means another balance and other lists. */
export function useLivePayout(id: string): Payout {
  const client = useQueryClient()
  const { data: payout } = useSuspenseQuery({
    ...apiQuery(getPayout, { params: { id } }),
    refetchInterval: ({ state }) => state.data && isInFlight(state.data) && REFETCH_INTERVAL_MS,
  })
  const known = useRef(payout.status)
  useEffect(() => {
    if (known.current === payout.status) return
    known.current = payout.status
    void moneyMoved(client)
  }, [payout.status, client])
  return payout
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
