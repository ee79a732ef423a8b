/** A page with this many failures is not rendered for a while. */
const MAX_FAILURES = 3

/** That part of a failure is forgotten by each success, so that a page that often fails is not rendered either. */
const SUCCESS = 0.2

/** Circuit breakers of pages, by any key: a page that fails takes no process from the others. */
export function createCircuits(openMs: number) {
  const circuits = new Map<string, { failures: number; opensUntil: number }>()

  return {
    /** Returns whether a page may be rendered. After the interval the next failure suffices. */
    allows(key: string): boolean {
      const circuit = circuits.get(key)
      return !circuit || circuit.failures < MAX_FAILURES || performance.now() >= circuit.opensUntil
    },
    succeeded(key: string): void {
      const circuit = circuits.get(key)
      if (!circuit) return
      circuit.failures -= SUCCESS
      if (circuit.failures <= 0) circuits.delete(key)
    },
    failed(key: string): void {
      const failures = (circuits.get(key)?.failures ?? 0) + 1
      circuits.set(key, { failures, opensUntil: performance.now() + openMs })
    },
  }
}
