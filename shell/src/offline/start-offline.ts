import type { QueryClient } from '@tanstack/react-query'
import { keepAnswers } from './keep-answers.ts'
import { refreshWhenOnline } from './refresh-when-online.ts'

/** From now on the portal can be read without a network: its code is kept by the worker, the last answers by the page. */
export async function startOffline(client: QueryClient): Promise<void> {
  refreshWhenOnline(client)
  // A browser that refuses it has none, and says why in its own console.
  window.portal.startWorker()?.catch(() => {})
  await keepAnswers(client)
}
