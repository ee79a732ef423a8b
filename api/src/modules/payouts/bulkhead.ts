/** Counts what is in flight for each key, so that one key cannot take more than `limit` places. */
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

/** Runs at most `limit` tasks at a time; the others wait in the order in which they came. */
export function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    // The place of a finished task passes to the first that waits, so `running` does not change in between.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
