import { setTimeout as delay } from 'node:timers/promises'

/** npm forwards the signal of Ctrl+C, which the terminal has sent to every process already. */
const sameSignalMs = 1_000

/** Milliseconds. Something hangs: whatever was committed is safe. */
const patience = 15_000

type Ending = {
  /** Seconds in which the process goes on, and says that it is not ready. */
  drainSeconds: () => number
  stop: () => Promise<void>
}

/**
 * Ends the process on SIGTERM and SIGINT. The signal that is returned is aborted at once, for `/readyz` and
 * `endGracefully`; after the seconds of draining `stop` ends what runs. Asked a second time, the process ends on the spot.
 */
export function stopOnSignal({ drainSeconds, stop }: Ending): AbortSignal {
  const stopping = new AbortController()
  let firstAt = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping.signal.aborted && performance.now() - firstAt < sameSignalMs) return
      if (stopping.signal.aborted) process.exit(1)
      firstAt = performance.now()
      stopping.abort()
      await delay(drainSeconds() * 1_000)
      setTimeout(() => process.exit(1), patience).unref()
      await stop()
      process.exit(0)
    })
  }
  return stopping.signal
}
