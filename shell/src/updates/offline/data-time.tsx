import type { Endpoint } from '@portal/contracts/endpoint'
import { formatMoment } from '@portal/shared/format/date'
import { serverTime } from '@portal/shared/http/clock'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { affected, polled } from '../live/invalidation.ts'

/** «Данные на 20.11.2026, 15:04»: the time of the oldest money on the page. Renders nothing on a page without money. */
export function DataTime() {
  const client = useQueryClient()
  const at = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => oldestShown(client),
  )
  return at === null ? null : <p>{`Данные на ${formatMoment(serverTime(at))}`}</p>
}

const toPaths = (endpoints: readonly Endpoint[]) => new Set<unknown>(endpoints.map(({ path }) => path))
const money = toPaths(polled)
const balance = toPaths(affected.balance)

function oldestShown(client: QueryClient): number | null {
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey, state }) => money.has(queryKey[0]) && state.data !== undefined })
  // A balance without other figures is that of the menu, not of the page.
  if (shown.every(({ queryKey }) => balance.has(queryKey[0]))) return null
  return Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
}
