type Callback = (...values: unknown[]) => void
type Start = (run: () => void, ms?: number) => () => void

const starts: Record<'Timeout' | 'Interval' | 'Immediate', Start> = {
  Timeout(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  Interval(run, ms) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
  Immediate(run) {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },
}

/** Creates timers that end with the page that has set them. `onError` gets what their callbacks throw. */
export function createTimers(onError: (error: unknown) => void) {
  /** How to stop each one, by its id. */
  const pending = new Map<number, () => void>()
  let lastId = 0

  function set(start: Start, callback: Callback, ms: number | undefined, values: unknown[]): number {
    lastId += 1
    const id = lastId
    const run = () => {
      if (start !== starts.Interval) pending.delete(id)
      try {
        callback(...values)
      } catch (error) {
        onError(error)
      }
    }
    pending.set(id, start(run, ms))
    return id
  }

  function clear(id: unknown): void {
    pending.get(id as number)?.()
    pending.delete(id as number)
  }

  return {
    globals: {
      setTimeout: (callback: Callback, ms?: number, ...values: unknown[]) => set(starts.Timeout, callback, ms, values),
      setInterval: (callback: Callback, ms?: number, ...values: unknown[]) =>
        set(starts.Interval, callback, ms, values),
      setImmediate: (callback: Callback, ...values: unknown[]) => set(starts.Immediate, callback, undefined, values),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
    clearAll(): void {
      for (const id of [...pending.keys()]) clear(id)
    },
  }
}
