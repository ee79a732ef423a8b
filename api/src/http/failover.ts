import type { ServerWatch } from '../db/watch-servers.ts'
import { requestContext } from '../request-context.ts'
import { mayReadStandby } from './admission/standby-reads.ts'
import type { App } from './app-dependencies.ts'
import { Problem } from './problem.ts'

/** Seconds. A failover takes about ten. */
const RETRY_AFTER = 3

/** Nothing was done for the request: the client may send it again. */
export function inFailover(): Problem {
  return new Problem(503, 'database_failover', { retry_after: RETRY_AFTER })
}

/**
 * Rejects what needs the primary before anything is done for it while no server takes writes, so that the client may send it again.
 * Marks what a standby has served by when the newest change there was committed.
 */
export function guardFailover(app: App, watch: Pick<ServerWatch, 'primary'> | undefined): void {
  if (!watch) return
  app.addHook('onRequest', async ({ routeOptions: { config } }) => {
    if (watch.primary() !== undefined || !config.endpoint || mayReadStandby(config.endpoint)) return
    throw inFailover()
  })
  app.addHook('onSend', async (_request, reply) => {
    const asOf = requestContext()?.asOf
    if (asOf) reply.header('x-data-as-of', asOf.toISOString())
  })
}
