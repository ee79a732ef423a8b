export type Repetition = {
  /** Begins no further time, and waits for the end of the one that has begun, whose signal is aborted. */
  stop(): Promise<void>
}

/**
 * Runs the work each interval, and also at once where it is `immediate`, until it is stopped. While the work takes longer than the interval,
 * it is not begun a second time. After a failure, which is passed to `onFailure`, it is repeated as after a success.
 */
export function repeatEvery(
  intervalMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onFailure: (err: unknown) => void,
  { immediate = false } = {},
): Repetition {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const run = async () => {
    try {
      await work(stopping.signal)
    } catch (err) {
      onFailure(err)
    }
  }
  const begin = () => {
    running ??= run().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(begin, intervalMs)
  if (immediate) begin()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
