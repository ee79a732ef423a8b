/** Milliseconds. What was sent in this window and in the one before it counts. */
const WINDOW_MS = 30_000
/** An address from which many people work sends more than each of a botnet: from here on all are equal. */
const MAX_WEIGHT = 4
/** The maximum of callers in one window. Above it the next window begins at once. */
const MAX_CALLERS = 20_000

/**
 * How much each caller has sent lately: where many strangers wait, one who opens the portal to sign in goes before those who
 * have sent requests for minutes.
 */
export function createRequestWeights() {
  let current = new Map<string, number>()
  let previous = current
  let began = Number.NEGATIVE_INFINITY

  return {
    /** Counts one more. Returns its weight: 0 for the first request, and 1 more for each doubling: 2 → 1, 4 → 2, 16 and more → 4. */
    add(key: string, now: number): number {
      if (now - began >= WINDOW_MS || current.size >= MAX_CALLERS) {
        previous = now - began >= 2 * WINDOW_MS ? new Map() : current
        current = new Map()
        began = now
      }
      const requests = (current.get(key) ?? 0) + 1
      current.set(key, requests)
      return Math.min(MAX_WEIGHT, Math.floor(Math.log2(requests + (previous.get(key) ?? 0))))
    },
  }
}
