/** Returns a function whose calls share one call of `work`, which begins this often at most: calls that are too early wait. */
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
