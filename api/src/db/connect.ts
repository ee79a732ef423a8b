import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createCancelablePool } from './cancelable-pool.ts'
import { connectTimeoutMs } from './connect-client.ts'
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction on it: queries run on both. */
export type Db = Kysely<Database>

/** Runs the work in the caller's transaction if there is one, otherwise in a new transaction. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}

type ConnectOptions = {
  max?: number
  /** The URL of the database without the transaction pooler. Needed if `url` is the URL of a pooler. */
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

// Connections must not wait long for a lock that another process holds (work of this process takes locks in turn). The
// timeout of statements is longer than the deadline of a request (http/admission): it ends background work, and
// statements that could not be canceled.
const SESSION_TIMEOUTS_MS = {
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Opens no connection yet: the first query does. */
export function connect(url: string, { max = 20, directUrl, onIdleError = () => {} }: ConnectOptions = {}): Connection {
  const newPool = (connectionString: string, options: pg.PoolConfig & DatabaseClientConfig): pg.Pool => {
    const Client = DatabaseClient as unknown as new () => pg.Client
    const connectionTimeoutMillis = connectTimeoutMs(connectionString)
    const common = { connectionString, Client, connectionTimeoutMillis, types: { getTypeParser } }
    const pool = new pg.Pool({ ...common, ...options })
    pool.on('error', onIdleError)
    // A connection that breaks while it is used emits an error. Its query fails anyway, but an unhandled event would
    // end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  // A pooler does not accept settings of a session, so the role has them.
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

/** Parses int8 as a number and date as a text. The driver returns a string, and midnight in the server's time zone. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return safeInteger
  if (oid === pg.types.builtins.DATE) return String
  return pg.types.getTypeParser(oid, format)
}

/** '1250' → 1250. @throws Error for a number that would be rounded, which no amount of kopecks is */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
}
