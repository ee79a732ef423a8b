import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The deadline of a request has passed, or its caller has left.
 * PostgreSQL reports a canceled query by this code too.
 */
export class CanceledError extends Error {
  override readonly name = 'CanceledError'
  readonly code = '57014'

  constructor() {
    super('canceled: the deadline of the request has passed')
  }
}

export type RequestContext = ReturnType<typeof createRequestContext>

const storage = new AsyncLocalStorage<RequestContext>()

/**
 * Returns the context of the request for which this code runs. Undefined in a job, and in a test of a service.
 */
export function requestContext(): RequestContext | undefined {
  return storage.getStore()
}

export function runInContext(context: RequestContext, work: () => void): void {
  storage.run(context, work)
}

type Options = {
  deadlineMs: number
  /** Called when the response and all work of the request have ended. */
  onSettled: () => void
  /** Called when the request waits for something outside of this process, so that others may run meanwhile. */
  onSlotReleased: () => void
}

/**
 * Creates the context that all work of a request shares: its deadline, its cancellation, and its slot among the running
 * requests.
 */
export function createRequestContext({ deadlineMs, onSettled, onSlotReleased }: Options) {
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
    /** What names the request in the log, once it has a name: the `X-Request-Id` of its response, and its trace. */
    ids: undefined as { reqId: string; trace_id: string } | undefined,
    /** Whether the database has completed a query of the request. */
    hasQueried: false,
    cancel,
    /** @throws CanceledError */
    throwIfCanceled(): void {
      if (canceled) throw new CanceledError()
    },
    /** Returns a function that removes the listener. */
    onCancel(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Runs work, until whose end the request counts as running, even if its caller has left. */
    async track<T>(work: () => Promise<T> | T): Promise<T> {
      pending += 1
      try {
        return await work()
      } finally {
        pending -= 1
        settle()
      }
    },
    /** Call it when the rest of the request waits in another queue, or for a slow service. */
    releaseSlot: onSlotReleased,
    responseEnded(): void {
      responded = true
      settle()
    },
  }
}
