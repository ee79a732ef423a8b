import { queryClient } from './query-client.ts'

/** After this time without a request to the API the first render is complete. */
const idleMs = 1000

/** After the page and its first data have come and the browser has nothing better to do: for what the first look does not need. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  let isBusy = true
  while (isBusy) {
    const wasBusy = queryClient.isFetching() > 0
    await new Promise((resolve) => setTimeout(resolve, idleMs))
    isBusy = wasBusy || queryClient.isFetching() > 0
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
}
