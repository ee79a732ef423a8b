import type { Duplex } from 'node:stream'

/** The number of paused connections that are read again in a second: rejecting their requests takes an eighth of it. */
const MAX_RATE = 2_500
/** Milliseconds. A client's next request after a rejection waits for at most this time. */
const MAX_PAUSE_MS = 800
const TICK_MS = 10

/**
 * Pauses connections for a moment whose last request was rejected. Clients that repeat at once could
 * otherwise keep the process busy with rejections. While few requests are rejected, the next one is read at once.
 */
export function createReadingPauses() {
  const paused: { connection: Duplex; until: number }[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || paused.length === 0) return
    isScheduled = true
    setTimeout(resumeDue, TICK_MS).unref()
  }

  function resumeDue(): void {
    isScheduled = false
    const now = performance.now()
    for (let first = paused[0]; first && first.until <= now; first = paused[0]) {
      paused.shift()
      if (!first.connection.destroyed) first.connection.resume()
    }
    schedule()
  }

  return {
    pause(connection: Duplex): void {
      if (connection.destroyed || connection.writableEnded) return
      connection.pause()
      const pauseMs = Math.min(MAX_PAUSE_MS, (paused.length / MAX_RATE) * 1_000)
      paused.push({ connection, until: performance.now() + pauseMs })
      schedule()
    },
  }
}
