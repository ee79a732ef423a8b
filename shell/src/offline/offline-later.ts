import type { QueryClient } from '@tanstack/react-query'
import { whenIdle } from '../when-idle.ts'

let started = false

/** Once in a page, behind its first content. */
export function startOfflineLater(client: QueryClient): void {
  if (started) return
  started = true
  start(client).catch(() => {
    // Its code did not come: the next sign-in of this page tries again.
    started = false
  })
}

async function start(client: QueryClient): Promise<void> {
  await whenIdle()
  const { startOffline } = await import(/* webpackChunkName: "offline" */ './start-offline.ts')
  await startOffline(client)
}
