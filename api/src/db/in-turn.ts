import { requestContext } from '../process/request-context.ts'

/** The end of the last work, by key. */
const ends = new Map<string, Promise<void>>()

/**
 * Runs work on rows that only one transaction can lock at a time. Work waits for earlier work of this process with the
 * same key before it takes a connection. `lock_timeout` limits the wait for other processes. Several keys are always
 * taken in the same order, so that no two callers wait for each other.
 * @throws CanceledError if the request is canceled while it waits
 */
export async function inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const [key, ...others] = [...new Set(keys)].sort()
  return key === undefined ? await work() : await afterEarlier(key, () => inTurn(others, work))
}

async function afterEarlier<T>(key: string, work: () => Promise<T>): Promise<T> {
  const earlier = ends.get(key)
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const end = earlier ? earlier.then(() => done) : done
  ends.set(key, end)
  try {
    if (earlier) await untilCanceled(earlier)
    return await work()
  } finally {
    finish()
    if (ends.get(key) === end) ends.delete(key)
  }
}

async function untilCanceled(earlier: Promise<void>): Promise<void> {
  const context = requestContext()
  if (!context) return await earlier
  const { promise: canceled, resolve } = Promise.withResolvers<void>()
  const stopListening = context.onCancel(resolve)
  await Promise.race([earlier, canceled]).finally(stopListening)
  context.throwIfCanceled()
}
