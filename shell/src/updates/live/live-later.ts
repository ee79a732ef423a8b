import type { QueryClient } from '@tanstack/react-query'
import { untilLoaded, whenIdle } from '../../when-idle.ts'

/**
 * Starts live updates after the first content. The stream begins with the changes until then. Returns a function that
 * ends them.
 */
export function startLiveLater(client: QueryClient, lastSeq: number): () => void {
  let isEnded = false
  let stop = () => {}

  async function start(): Promise<void> {
    await whenIdle()
    const { startLiveUpdates } = await untilLoaded(() => import('./live-updates.ts'))
    if (!isEnded) stop = startLiveUpdates(client, lastSeq)
  }

  void start()
  return () => {
    isEnded = true
    stop()
  }
}
