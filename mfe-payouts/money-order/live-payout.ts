import { getPayout, type Payout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { useEffect, useRef } from 'react'
import { moneyMoved } from './order-created.ts'
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
