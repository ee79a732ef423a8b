import { Problem } from './http/problem.ts'
import { requestContext } from './request-context.ts'

/**
 * Limits heavy work of one kind: at most `max` pieces of it run at once in this process, the others wait their turn and hold
 * neither CPU nor a connection; `queueLimit`: at most so many wait.
 * @throws Problem 503 `overloaded` when the queue is full
 * @throws CanceledError when the deadline of the request has passed meanwhile
 */
export function limitConcurrency(max: number, { queueLimit = Number.POSITIVE_INFINITY } = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    // The place of work that ends goes to what waits first.
    if (running < max) running += 1
    else if (waiting.length >= queueLimit) throw new Problem(503, 'overloaded', { retry_after: 2 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      requestContext()?.throwIfCanceled()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
