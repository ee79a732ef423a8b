import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { cancelByProtocol, cancelBySql } from './cancel-queries.ts'
import { cancelablePool } from './cancelable-pool.ts'
import type { Database } from './schema.ts'
import { type ServerClient, type ServerPool, type ServerPoolConfig, serverPool } from './server-pool.ts'
import { serversOf } from './servers.ts'
import { standbyPool } from './standby-pool.ts'
import { type ServerWatch, watchServers } from './watch-servers.ts'

/** The database, or a transaction on it: queries run on both. */
export type Db = Kysely<Database>

type ConnectOptions = {
  max?: number
  /** Standbys, for what may be old, and for all reads while no server takes writes; by default the other servers of the URL. */
  replicaUrl?: string | undefined
  /** The same database past a pooler of transactions, which `url` is then. */
  directUrl?: string | undefined
  /** Called when an idle connection broke; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

export type Connection = {
  db: Db
  pool: pg.Pool
  /** For a connection that listens to notifications. */
  listeningPool: pg.Pool
  /** Absent where there is one server alone. */
  watch: ServerWatch | undefined
  close(): Promise<void>
}

// A lock that another replica holds must not hold connections of this one; locks of this process are taken in turn. The timeout of
// statements is longer than the deadlines of requests (http/admission): for background work, and for what could not be canceled.
const sessionTimeouts = { statement_timeout: 30_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 30_000 }

/** Opens no connection yet, unless there are several servers to watch: the first query does. */
export function connect(
  url: string,
  { max = 20, replicaUrl, directUrl, onIdleError = () => {} }: ConnectOptions = {},
): Connection {
  const servers = serversOf(directUrl ?? url)
  const standbys = replicaUrl ? serversOf(replicaUrl) : servers
  const [first = url] = servers

  const newPool = (choose: () => string, options: ServerPoolConfig): ServerPool => {
    const pool = serverPool(choose, { connectionTimeoutMillis: 5_000, types: { getTypeParser }, ...options })
    pool.on('error', onIdleError)
    // A connection that breaks in use emits an error, besides failing its query; unhandled, it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const direct = { max, ...sessionTimeouts }

  if (servers.length === 1 && !replicaUrl && !directUrl) {
    const pool = newPool(() => first, direct)
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: cancelablePool(pool, cancelBySql()) }) })
    return { db, pool, listeningPool: pool, watch: undefined, close: () => db.destroy() }
  }

  const primaryOf = () => watch.primary() ?? first
  // A pooler takes no settings of a session; the role has them.
  const pool = directUrl ? newPool(() => url, { max, prepare: false }) : newPool(primaryOf, direct)
  const listeningPool = directUrl ? newPool(primaryOf, { ...direct, max: 1 }) : pool
  const standby = newPool(() => watch.standby()?.url ?? first, direct)
  const watch = watchServers({
    servers,
    standbys,
    onSilent(silent) {
      if (silent === watch.primary()) requests.leavePrimary()
      // The primary serves what was to be read from a standby.
      else if (watch.isPrimaryResponsive()) standby.drop(silent)
    },
    onLost(lost) {
      for (const each of [pool, listeningPool, standby]) each.drop(lost)
      if (directUrl && servers.includes(lost)) pool.drop(url)
    },
  })
  const cancelPooled = directUrl ? cancelByProtocol : cancelBySql()
  const isOfPrimary = (client: pg.PoolClient) => (client as unknown as ServerClient).url === watch.primary()
  const requests = standbyPool({
    primary: cancelablePool(pool, cancelPooled),
    standby: cancelablePool(standby, cancelBySql()),
    watch,
    isCurrent: (client) => directUrl !== undefined || isOfPrimary(client),
    isPromoted: isOfPrimary,
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: requests }) })
  return {
    db,
    pool,
    listeningPool,
    watch,
    async close() {
      watch.stop()
      await db.destroy()
      if (listeningPool !== pool) await listeningPool.end()
    },
  }
}
/** Parsers of types that differ from the driver's: int8 (a string there) and date (midnight of the server's time zone there). */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return safeInteger
  if (oid === pg.types.builtins.DATE) return String
  return pg.types.getTypeParser(oid, format)
}

/** '1250' → 1250. @throws for a number that would be rounded; the kopecks of a whole country are not */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
}
