import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { cancelablePool } from './cancelable-pool.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Database } from './schema.ts'

/** The database, or a transaction on it: queries run on both. */
export type Db = Kysely<Database>

type ConnectOptions = {
  max?: number
  /** Called when an idle connection broke; the pool replaces it. */
  onIdleError?: (error: Error) => void
}

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> }

/** Opens no connection yet: the first query does. */
export function connect(url: string, { max = 20, onIdleError = () => {} }: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    // Longer than the deadlines of requests (http/admission): for background work, and for what could not be canceled.
    statement_timeout: 30_000,
    // A lock that another replica holds must not hold connections of this one; locks of this process are taken in turn.
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
  })
  pool.on('error', onIdleError)
  // A connection that breaks in use emits an error, besides failing its query; unhandled, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: cancelablePool(pool) }) })
  return { db, pool, close: () => db.destroy() }
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
