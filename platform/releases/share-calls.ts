/**
 * Returns a function whose calls share one run of `work`. Runs start at least `intervalMs` apart, so early calls wait.
 */
export function shareCalls<T>(work: () => Promise<T>, intervalMs: number): () => Promise<T> {
  let pending: Promise<T> | undefined
  let nextAt = 0

  async function run(): Promise<T> {
    const delayMs = nextAt - performance.now()
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    nextAt = performance.now() + intervalMs
    return work()
  }

  return () => {
    pending ??= run().finally(() => {
      pending = undefined
    })
    return pending
  }
}
