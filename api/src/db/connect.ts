import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createCancelablePool } from './cancelable-pool.ts'
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction on it: queries run on both. */
export type Db = Kysely<Database>

type ConnectOptions = {
  max?: number
  /** A URL of the database that bypasses the transaction pooler. Needed if `url` is that of a pooler. */
  directUrl?: string | undefined
  /** Called when an idle connection broke; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

export type Connection = {
  db: Db
  pool: pg.Pool
  /** For a connection that listens to notifications. */
  listeningPool: pg.Pool
  close(): Promise<void>
}

// A lock that another replica holds must not hold connections of this one; locks of this process are taken in turn. The
// timeout of statements is longer than the deadlines of requests (http/admission): for background work,
// and for what could not be canceled.
const SESSION_TIMEOUTS_MS = {
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Opens no connection yet: the first query does. */
export function connect(url: string, { max = 20, directUrl, onIdleError = () => {} }: ConnectOptions = {}): Connection {
  const newPool = (connectionString: string, options: pg.PoolConfig & DatabaseClientConfig): pg.Pool => {
    const Client = DatabaseClient as unknown as new () => pg.Client
    const common = { connectionString, Client, connectionTimeoutMillis: 5_000, types: { getTypeParser } }
    const pool = new pg.Pool({ ...common, ...options })
    pool.on('error', onIdleError)
    // A connection that breaks in use emits an error, besides failing its query; unhandled, it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  // A pooler takes no settings of a session; the role has them.
  const pool = newPool(url, directUrl ? { max, namesStatements: false } : { max, ...SESSION_TIMEOUTS_MS })
  const listeningPool = directUrl ? newPool(directUrl, { max: 1, ...SESSION_TIMEOUTS_MS }) : pool
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: createCancelablePool(pool) }) })
  return {
    db,
    pool,
    listeningPool,
    async close() {
      await db.destroy()
      if (listeningPool !== pool) await listeningPool.end()
    },
  }
}

/**
 * Parsers of types that differ from the driver's: int8 (a string there) and date (midnight of
 * the server's time zone there).
 */
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
