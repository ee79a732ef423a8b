import type { QueryClient } from '@tanstack/react-query'
import { pageRegistry } from '../../remotes/registry.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'
import { storeResponses } from './store-responses.ts'

let started = false

/** Makes the portal readable without a network: the worker caches its code, the page stores the last responses. */
export function startOffline(client: QueryClient): void {
  if (started) return
  started = true
  refreshWhenOnline(client)
  // A development server has no files to cache. A browser that rejects the worker logs the reason in its console.
  if (pageRegistry().shell.files) window.portal.startWorker()?.catch(() => {})
  void storeResponses(client)
}
