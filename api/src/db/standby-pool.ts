import type pg from 'pg'
import { type RequestContext, requestContext } from '../request-context.ts'
import type { cancelablePool } from './cancelable-pool.ts'
import { stateOfStandby } from './recent-standby.ts'
import { isDatabaseUnavailable, NoPrimaryError, StandbyLostError } from './unavailable.ts'
import { destroy, type ServerWatch } from './watch-servers.ts'

type Pool = ReturnType<typeof cancelablePool>

type Options = {
  primary: Pool
  standby: Pool
  watch: Pick<ServerWatch, 'primary' | 'isPrimaryResponsive' | 'recentPosition' | 'standby'>
  /** Whether a connection of the pool `primary` is still one to the primary. */
  isCurrent: (client: pg.PoolClient) => boolean
  /** Whether a connection of the pool `standby` is one to a server that has become the primary since. */
  isPromoted: (client: pg.PoolClient) => boolean
}

/** `recentStandby`: the primary can serve the read too. */
type Lease = { client: pg.PoolClient; from: 'primary' | 'standby' | 'recentStandby' }

/** What Kysely uses of a connection. */
type Connection = Pick<pg.PoolClient, 'query' | 'release'>

const begins = /^(begin|start transaction)/
const ends = /^(commit|rollback)$/

/**
 * Returns a pool for a database with a standby. Queries run on the primary, and reject at once while there is none. Reads of a request
 * that allows it run on the standby while the primary does not respond, and run again there when they were lost with it. Reads that
 * may be old run on a standby that is recent, and run again on the primary when they were lost with it. A transaction that was lost
 * before its first statement begins again. Nothing else runs twice.
 */
export function standbyPool({ primary, standby, watch, isCurrent, isPromoted }: Options) {
  /** What ends the reads that wait for the primary. */
  const waiting = new Set<() => void>()

  async function leaseOfPrimary(): Promise<Lease> {
    while (watch.primary() !== undefined) {
      const client = await primary.connect()
      if (isCurrent(client)) return { client, from: 'primary' }
      // It waited for a place until there was no primary, and was opened to a server that may lack what is newer.
      client.release(true)
    }
    throw new NoPrimaryError()
  }

  async function leaseOfStandby(): Promise<Lease> {
    for (let found = watch.standby(); found; found = watch.standby()) {
      const client = await standby.connect()
      if (!isPromoted(client)) {
        const context = requestContext()
        if (context) context.asOf = found.asOf ?? new Date()
        return { client, from: 'standby' }
      }
      // It was left idle by the failover before, and leads to the primary that does not respond now.
      client.release(true)
    }
    throw new NoPrimaryError()
  }

  /** Returns undefined where the primary has to serve the read. */
  async function leaseOfRecentStandby(context: RequestContext): Promise<Lease | undefined> {
    const position = watch.recentPosition()
    if (!position || !watch.standby()) return undefined
    let client: pg.PoolClient | undefined
    try {
      client = await standby.connect()
      const { isRecent, asOf } = await stateOfStandby(client, position)
      if (isRecent) {
        context.asOf = asOf ?? new Date()
        return { client, from: 'recentStandby' }
      }
    } catch {
      // The standby is lost, or has no place: the primary serves the read.
    }
    client?.release(true)
    context.mayBeOld = false
    return undefined
  }

  async function leaseForRead(): Promise<Lease> {
    const context = requestContext()
    const recent = context?.mayBeOld ? await leaseOfRecentStandby(context) : undefined
    if (recent) return recent
    if (!watch.isPrimaryResponsive() && watch.standby()) return await leaseOfStandby()
    return await untilSilent(leaseOfPrimary()).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error) || !watch.standby()) throw error
      return leaseOfStandby()
    })
  }

  /** @throws NoPrimaryError when the primary becomes silent first; the connection goes back to the pool as soon as it comes */
  function untilSilent(connecting: Promise<Lease>): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(new NoPrimaryError())
        connecting.then(
          ({ client }) => client.release(),
          () => {},
        )
      }
      waiting.add(leave)
      connecting.then(resolve, reject).finally(() => waiting.delete(leave))
    })
  }

  async function connect(): Promise<pg.PoolClient> {
    const context = requestContext()
    const isRead = context?.mayReadStandby ?? false
    const lease = isRead ? leaseForRead : leaseOfPrimary
    let leased: Lease | undefined = await lease()
    let isInTransaction = false
    let isBroken = false
    const leave = () => leased?.from === 'primary' && destroy(leased.client)
    if (isRead) waiting.add(leave)

    async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
      if (!leased) throw new NoPrimaryError()
      try {
        const result = await leased.client.query(text, values)
        isInTransaction = begins.test(text) || (isInTransaction && !ends.test(text))
        return result
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        isBroken = true
        if (context && leased.from === 'recentStandby') {
          context.mayBeOld = false
          if (isInTransaction) throw new StandbyLostError()
        }
        if (isInTransaction || !(isRead || begins.test(text))) throw error
      }
      leased.client.release(true)
      leased = undefined
      leased = await lease()
      isBroken = false
      const result = await leased.client.query(text, values)
      isInTransaction = begins.test(text)
      return result
    }

    const connection: Connection = {
      query: query as pg.PoolClient['query'],
      release(error) {
        waiting.delete(leave)
        leased?.client.release(error || isBroken)
      },
    }
    return connection as pg.PoolClient
  }

  return {
    ...primary,
    connect,
    async end() {
      await Promise.all([primary.end(), standby.end()])
    },
    /** The primary does not respond: reads that wait for it run again on the standby. */
    leavePrimary(): void {
      for (const leave of [...waiting]) leave()
    },
  }
}
