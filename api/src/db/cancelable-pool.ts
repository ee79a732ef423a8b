import pg from 'pg'
import { CanceledError, type RequestContext, requestContext } from '../process/request-context.ts'
import { cancelQuery } from './cancel-query.ts'
import type { DatabaseClient } from './database-client.ts'
import { withConnectionCode } from './error-code.ts'

/** The time between two cancellations. A request whose query was canceled may begin another query. */
const REPEAT_MS = 200

/**
 * Returns a pool whose queries have the deadline of their request. At the deadline, waiting for a connection ends, and
 * a running query is canceled at the server.
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
      // A late cancellation must not hit the query of another request, so a connection with one is closed.
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
