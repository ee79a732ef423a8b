import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../../when-idle.ts'

/** How long until code that did not load is requested again. */
const RETRY_DELAY_MS = 10_000

/**
 * Starts live updates after the first content. The stream begins with the changes until then. Returns a function that
 * ends them.
 */
export function startLiveLater(client: QueryClient, lastSeq: number): () => void {
  let isEnded = false
  let stop = () => {}

  async function start(): Promise<void> {
    await whenIdle()
    const { startLiveUpdates } = await import('./live-updates.ts')
    if (!isEnded) stop = startLiveUpdates(client, lastSeq)
  }

  function startOrRetry(): void {
    if (!isEnded) start().catch(() => setTimeout(startOrRetry, RETRY_DELAY_MS))
  }

  startOrRetry()
  return () => {
    isEnded = true
    stop()
  }
}
