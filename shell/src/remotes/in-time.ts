const TICK_MS = 100

/**
 * Rejects when it is not settled after `timeoutMs` in which the page could go on. Ticks that come late, because a slow processor runs code,
 * count as one each: a release that is still being run does not hang.
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
