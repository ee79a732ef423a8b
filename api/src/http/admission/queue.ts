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
    /** Of entries that have left `waiting`; the caller counts them. */
    running: 0,

    get hasPlace(): boolean {
      return this.running < concurrency
    },
    /** So long that waiting in it makes no sense to most. */
    get isLong(): boolean {
      return waiting.length > queueLength / 2
    },
    get first(): T | undefined {
      return waiting[0]
    },

    /** Returns the entry that there is no room for: the newest one of the highest order. */
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
