/** A page or a filler of a slot that has failed this number of times is not rendered for a while. */
const MAX_FAILURES = 3
/** A success takes back only this part of a failure, so that a page that often fails is not rendered either. */
const SUCCESS_WEIGHT = 0.2
/** After this time a part is rendered again, and one more failure blocks it again. */
const BLOCKED_MS = 30_000

/**
 * Counts the failures of pages and of fillers of slots, by any key. A page that hangs takes a process for as long as
 * its time limit, and then the process restarts, so a page that many users open would leave no process to the others.
 */
export class FailureCounts {
  readonly #counts = new Map<string, { failures: number; blockedUntil: number }>()

  isBlocked(key: string): boolean {
    const count = this.#counts.get(key)
    return count !== undefined && count.failures >= MAX_FAILURES && performance.now() < count.blockedUntil
  }

  addSuccess(key: string): void {
    const count = this.#counts.get(key)
    if (!count) return
    count.failures -= SUCCESS_WEIGHT
    if (count.failures <= 0) this.#counts.delete(key)
  }

  addFailure(key: string): void {
    const failures = (this.#counts.get(key)?.failures ?? 0) + 1
    this.#counts.set(key, { failures, blockedUntil: performance.now() + BLOCKED_MS })
  }
}
