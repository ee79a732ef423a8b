import { queryClient } from './query-client.ts'

/** After this time without a request to the API the first render is complete. */
const IDLE_MS = 1000
/** How long until code that did not load is requested again. */
const RETRY_DELAY_MS = 10_000

/** Resolves when the page and its first data are loaded and the browser is idle, for work that can wait. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  let isBusy = true
  while (isBusy) {
    const wasBusy = queryClient.isFetching() > 0
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    isBusy = wasBusy || queryClient.isFetching() > 0
  }
  await nextIdle()
}

/** Resolves when the browser is idle the next time. */
export function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
}

/** Loads what the page is usable without: a load that fails is repeated until it succeeds. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}
