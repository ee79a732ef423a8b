import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Resolves when the standby has all that is committed so far; in a transaction, when that commits. What is read may be committed on the
 * primary alone: a client that gets it as done would lose it with the primary. Without a standby it costs one write of the log.
 * @throws UnreplicatedError
 */
export async function awaitReplication(db: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'portal', '')`.execute(db)
}
