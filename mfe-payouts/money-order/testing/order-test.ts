import { test as base, vi } from 'vitest'
import { orderServer } from './order-server.ts'

/** A test of the page with a server of its own, in a fresh tab, on a clock that `later` moves. */
export const test = base.extend<{ server: ReturnType<typeof orderServer> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which other fixtures this one needs
    async ({}, use) => {
      vi.useFakeTimers({
        shouldAdvanceTime: true,
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      })
      sessionStorage.clear()
      await use(orderServer())
      vi.useRealTimers()
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    },
    { auto: true },
  ],
})
