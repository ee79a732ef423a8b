import { requestContext } from './request-context.ts'

/**
 * Heavy work of one kind: at most `max` pieces of it run at once in this process, the others wait their turn and hold
 * neither CPU nor a connection. @throws CanceledError when the deadline of the request has passed meanwhile
 */
export function limitConcurrency(max: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    // The place of work that ends goes to what waits first.
    if (running < max) running += 1
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
