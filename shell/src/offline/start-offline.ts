import type { QueryClient } from '@tanstack/react-query'
import { readRegistry } from '../remotes/registry.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'
import { storeResponses } from './store-responses.ts'

let started = false

/** From now on the portal can be read without a network: its code is kept by the worker, the last answers by the page. */
export function startOffline(client: QueryClient): void {
  if (started) return
  started = true
  refreshWhenOnline(client)
  // A development server has none. A browser that refuses it says why in its own console.
  if (readRegistry().shell.files) window.portal.startWorker()?.catch(() => {})
  void storeResponses(client)
}
