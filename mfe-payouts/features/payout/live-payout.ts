import { getBalance, getTotalBalance } from '@portal/shared/contracts/balance'
import { listOperations } from '@portal/shared/contracts/operation'
import { getPayout, listPayouts, type Payout } from '@portal/shared/contracts/payout'
import { listPayoutMethods } from '@portal/shared/contracts/payout-method'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isInFlight } from './payout-status.ts'

/** Milliseconds. Beside the shell's live updates, for the minute in which a person watches where the money is. */
const watchInterval = 5000

/** A payout as it goes: its new status also means another balance and other lists. */
export function useLivePayout(id: string): Payout {
  const client = useQueryClient()
  const { data: payout } = useSuspenseQuery({
    ...apiQuery(getPayout, { params: { id } }),
    refetchInterval: ({ state }) => state.data && isInFlight(state.data) && watchInterval,
  })
  const known = useRef(payout.status)
  useEffect(() => {
    if (known.current === payout.status) return
    known.current = payout.status
    void payoutChanged(client)
  }, [payout.status, client])
  return payout
}

export function payoutCreated(client: QueryClient, payout: Payout): Promise<void> {
  client.setQueryData(apiQuery(getPayout, { params: { id: payout.id } }).queryKey, payout)
  return payoutChanged(client)
}

function payoutChanged(client: QueryClient): Promise<void> {
  return invalidate(client, getBalance, getTotalBalance, listPayouts, listOperations, listPayoutMethods)
}
