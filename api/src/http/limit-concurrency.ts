import { requestContext } from '../process/request-context.ts'
import { Problem } from './problem.ts'

const REST_FACTOR = 3
/** With longer rests, a long file would not be complete before its deadline on a busy machine. */
const MAX_REST_MS = 10

/**
 * Limits heavy work of one kind: at most `max` pieces of it run at the same time in this process, and at most
 * `queueLimit` others wait, without using CPU or a connection. Owners take turns, so that many pieces of one owner
 * delay the piece of another owner by only one. With `rests`, a slot rests after each piece for three times as long as
 * it took, but for 10 ms at most, so that other requests get the processor and the database between the pieces of a
 * long file.
 * @throws Problem 503 `overloaded` when the queue is full
 * @throws CanceledError when the deadline of the request has passed meanwhile
 */
export function limitConcurrency(max: number, { queueLimit = Number.POSITIVE_INFINITY, rests = false } = {}) {
  /** The waiting pieces by owner. The owner that waits longest for a turn comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  let queued = 0

  function wait(owner: string): Promise<void> {
    queued += 1
    return new Promise((resolve) => {
      const own = waiting.get(owner)
      if (own) own.push(resolve)
      else waiting.set(owner, [resolve])
    })
  }

  function moveToEnd(owner: string, pieces: (() => void)[] = []): void {
    waiting.delete(owner)
    if (pieces.length > 0) waiting.set(owner, pieces)
  }

  /** Gives the slot of a piece that has ended to the next piece, of another owner if possible. */
  function leave(ended: string): void {
    moveToEnd(ended, waiting.get(ended))
    const [next] = waiting
    if (!next) {
      running -= 1
      return
    }
    const [owner, [start, ...others]] = next
    moveToEnd(owner, others)
    queued -= 1
    start?.()
  }

  return async <T>(work: () => Promise<T>, owner = ''): Promise<T> => {
    if (running < max) running += 1
    else if (queued >= queueLimit) throw new Problem(503, 'overloaded', { retry_after: 2 })
    else await wait(owner)
    const start = performance.now()
    try {
      requestContext()?.throwIfCanceled()
      return await work()
    } finally {
      if (rests) setTimeout(leave, Math.min((performance.now() - start) * REST_FACTOR, MAX_REST_MS), owner)
      else leave(owner)
    }
  }
}
