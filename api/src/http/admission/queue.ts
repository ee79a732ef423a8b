type Options = {
  /** Entries of it that run at once. */
  concurrency: number
  /** Entries that wait. */
  queueLength: number
}

export type Queue<T extends { order: number }> = ReturnType<typeof createQueue<T>>

/** Waiting entries by their order, the lowest first, and of one order as they came; and how many entries run. */
export function createQueue<T extends { order: number }>({ concurrency, queueLength }: Options) {
  const waiting: T[] = []

  return {
    /** Counts running entries, which have left `waiting`; the caller changes it. */
    running: 0,

    get hasPlace(): boolean {
      return this.running < concurrency
    },
    /** Whether the queue is so long that most entries would wait for nothing. */
    get isLong(): boolean {
      return waiting.length > queueLength / 2
    },
    get first(): T | undefined {
      return waiting[0]
    },

    /** Adds an entry and returns the one that has no room any more: the newest one of the highest order. */
    add(entry: T): T | undefined {
      const index = waiting.findLastIndex(({ order }) => order <= entry.order)
      waiting.splice(index + 1, 0, entry)
      return waiting.length > queueLength ? waiting.at(-1) : undefined
    },

    remove(entry: T): void {
      const index = waiting.indexOf(entry)
      if (index >= 0) waiting.splice(index, 1)
    },
  }
}
