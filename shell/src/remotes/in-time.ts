const TICK_MS = 100

/**
 * Rejects if the promise is not settled after `timeoutMs`, counted in ticks. A late tick counts as one: a slow
 * processor that still runs the code of a release does not make it time out.
 */
export function inTime<T>(started: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let ticks = Math.ceil(timeoutMs / TICK_MS)
    const tick = (hangs: Error) => {
      ticks -= 1
      if (ticks > 0) return
      clearInterval(timer)
      reject(hangs)
    }
    // Tests on busy machines recognize the timer by the error.
    const timer = setInterval(tick, TICK_MS, new Error('It hangs'))
    started.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
