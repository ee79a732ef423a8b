/** Counts the calls in flight for each key, so that one key cannot take more than `limit` places. */
export function createBulkhead(limit: number) {
  const inFlight = new Map<string, number>()
  return {
    enter(key: string): void {
      inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
    },
    leave(key: string): void {
      const left = (inFlight.get(key) ?? 0) - 1
      if (left > 0) inFlight.set(key, left)
      else inFlight.delete(key)
    },
    /** Keys without a free place. */
    full: (): string[] => [...inFlight].flatMap(([key, count]) => (count >= limit ? [key] : [])),
  }
}
