import { isOnline, onNetworkChange } from '@portal/shared/http/online'
import type { QueryClient } from '@tanstack/react-query'

let listens = false

/** Fetches everything again when the network returns, because no hints arrived meanwhile. Runs once per page. */
export function refreshWhenOnline(client: QueryClient): void {
  if (listens) return
  listens = true
  onNetworkChange(() => {
    if (isOnline()) void client.invalidateQueries()
  })
}
