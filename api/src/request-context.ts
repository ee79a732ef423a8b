import { AsyncLocalStorage } from 'node:async_hooks'

/** The deadline of a request has passed, or its caller has left. PostgreSQL reports a query that it canceled by the same code. */
export class CanceledError extends Error {
  override readonly name = 'CanceledError'
  readonly code = '57014'

  constructor() {
    super('canceled: the deadline of the request has passed')
  }
}

export type RequestContext = ReturnType<typeof createRequestContext>

const storage = new AsyncLocalStorage<RequestContext>()

/** Of the request on whose behalf this code runs; none for a worker, and none for a test that calls a service. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore()
}

export function runInContext(context: RequestContext, work: () => void): void {
  storage.run(context, work)
}

/** What all work of a request shares: when it has to end, and what ends it. `onSettled`: the response has ended, and so has all work. */
export function createRequestContext({ deadlineMs, onSettled }: { deadlineMs: number; onSettled: () => void }) {
  const listeners = new Set<() => void>()
  const timer = setTimeout(cancel, deadlineMs)
  let canceled = false
  let responded = false
  let pending = 0

  function cancel(): void {
    canceled = true
    for (const listener of listeners) listener()
  }

  function settle(): void {
    if (!responded || pending > 0) return
    clearTimeout(timer)
    onSettled()
  }

  return {
    cancel,
    /** @throws CanceledError */
    throwIfCanceled(): void {
      if (canceled) throw new CanceledError()
    },
    /** Returns what removes the listener. */
    onCancel(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The request counts as running until this has settled, also when its caller has left. */
    async track<T>(work: () => Promise<T> | T): Promise<T> {
      pending += 1
      try {
        return await work()
      } finally {
        pending -= 1
        settle()
      }
    },
    responseEnded(): void {
      responded = true
      settle()
    },
  }
}
