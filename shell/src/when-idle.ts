import { queryClient } from './query-client.ts'

/** Milliseconds for which nothing is asked of the API: the first look at the page is complete. */
const quiet = 1000

/** After the page and its first data have come and the browser has nothing better to do: for what the first look does not need. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  let isBusy = true
  while (isBusy) {
    const wasBusy = queryClient.isFetching() > 0
    await new Promise((resolve) => setTimeout(resolve, quiet))
    isBusy = wasBusy || queryClient.isFetching() > 0
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })
}
