import pg from 'pg'
import { PreparingClient, type PreparingConfig } from './preparing-client.ts'
import { withConnectionCode } from './unavailable.ts'
import { destroy } from './watch-servers.ts'

export type ServerPoolConfig = pg.PoolConfig & Pick<PreparingConfig, 'prepare'>

/** A pool of connections to the server that is right at the moment when each is opened. */
export type ServerPool = pg.Pool & {
  /** Closes the connections to a server that does not respond, those in use included. */
  drop(url: string): void
}

/** The work is committed on the primary, and perhaps on no standby: whether it outlives the primary is unknown. */
export class UnreplicatedError extends Error {
  override readonly name = 'UnreplicatedError'
  /** SQLSTATE “transaction resolution unknown”. */
  readonly code = '08007'

  constructor() {
    super('the standby has not confirmed a transaction in time')
  }
}

/**
 * The function of PostgreSQL that waits for the standby. When its wait is canceled, it reports a warning and the commit succeeds. The
 * text of the warning is in the language of the server (`lc_messages`).
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

export class ServerClient extends PreparingClient {
  readonly url: string
  /** What the protocol and `pg_cancel_backend` know the connection by; of the driver, which does not declare them. */
  declare readonly processID: number
  declare readonly secretKey: number
  #isUnreplicated = false
  #isLost = false

  constructor(config: PreparingConfig & { connectionString: string }) {
    super(config)
    this.url = config.connectionString
    this.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#isUnreplicated = true
    })
    const noteLoss = () => {
      this.#isLost = true
    }
    this.once('error', noteLoss).once('end', noteLoss)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver, with callbacks and streams, pass through.
  override query(...parameters: any[]): any {
    const result = super.query(...parameters)
    return result instanceof Promise ? result.then(this.#requireReplicated, this.#fail) : result
  }

  /** @throws UnreplicatedError */
  #requireReplicated = <T>(result: T): T => {
    if (!this.#isUnreplicated) return result
    this.#isUnreplicated = false
    throw new UnreplicatedError()
  }

  #fail = (error: unknown): never => {
    throw this.#isLost ? withConnectionCode(error) : error
  }
}

/** Opens no connection yet. `choose` returns the URL for the next one. */
export function serverPool(choose: () => string, options: ServerPoolConfig): ServerPool {
  const clients = new Set<ServerClient>()

  class ChosenServerClient extends ServerClient {
    constructor(config: PreparingConfig) {
      super({ ...config, connectionString: choose() })
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }
  }

  const pool = new pg.Pool({ ...options, Client: ChosenServerClient as unknown as new () => pg.Client })
  return Object.assign(pool, {
    drop(url: string): void {
      for (const client of clients) if (client.url === url) destroy(client)
    },
  })
}
