import { isOnline, onNetworkChange } from '@portal/shared/http/online'
import type { QueryClient } from '@tanstack/react-query'

let listens = false

/** What changed while there was no network left no hint. Once in a page. */
export function refreshWhenOnline(client: QueryClient): void {
  if (listens) return
  listens = true
  onNetworkChange(() => {
    if (isOnline()) void client.invalidateQueries()
  })
}
