import pg from 'pg'
import { CanceledError, type RequestContext, requestContext } from '../process/request-context.ts'
import { cancelQuery } from './cancel-query.ts'
import type { DatabaseClient } from './database-client.ts'
import { withConnectionCode } from './unavailable.ts'

/** Milliseconds between two cancellations: a request that ignores the first one may go on to its next query. */
const REPEAT_MS = 200

/**
 * Returns a pool whose queries have the deadline of the request on whose behalf they run. Waiting for a connection ends
 * with the deadline, and a query that runs then is canceled at the server.
 */
export function createCancelablePool(pool: pg.Pool) {
  const take = () =>
    pool.connect().catch((error: unknown) => {
      throw withConnectionCode(error)
    })

  async function connect(): Promise<pg.PoolClient> {
    const context = requestContext()
    if (!context) return await take()
    context.throwIfCanceled()
    // An idle connection is available immediately.
    const client = await (pool.idleCount > 0 ? take() : beforeCancellation(context, take()))
    const { release } = client
    let timer: NodeJS.Timeout | undefined
    const stopListening = context.onCancel(() => {
      const cancel = () => cancelQuery(client as unknown as DatabaseClient)
      cancel()
      timer = setInterval(cancel, REPEAT_MS)
    })
    client.release = (error) => {
      stopListening()
      clearInterval(timer)
      // A cancellation that arrives late must not hit the query of another request.
      // Without an error it is called with false.
      release(error || timer !== undefined)
    }
    return client
  }

  return { connect, end: () => pool.end(), options: pool.options, Client: pg.Client }
}

/** @throws CanceledError; the connection goes back to the pool as soon as it comes */
function beforeCancellation(context: RequestContext, connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const stopListening = context.onCancel(() => {
      reject(new CanceledError())
      connecting.then(
        (client) => client.release(),
        () => {},
      )
    })
    connecting.then(resolve, reject).finally(stopListening)
  })
}
