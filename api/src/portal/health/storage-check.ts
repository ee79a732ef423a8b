import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A result is used for this time, so that frequent requests cost nothing. */
const CHECK_INTERVAL_MS = 2_000

/** Runs the check if its last result is too old, and never twice at the same time. Rejects if the check fails. */
export function cached(
  check: () => Promise<void>,
  { maxAgeMs = CHECK_INTERVAL_MS }: { maxAgeMs?: number } = {},
): () => Promise<void> {
  let last: Promise<void> | undefined
  let startedAt = 0
  let isRunning = false
  return () => {
    if (!last || (!isRunning && performance.now() - startedAt >= maxAgeMs)) {
      startedAt = performance.now()
      isRunning = true
      last = check().finally(() => {
        isRunning = false
      })
    }
    return last
  }
}

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/**
 * Rejects if the disk of the database is full. The result of its query exceeds `work_mem`, so PostgreSQL writes it to a
 * temporary file. No table is changed.
 */
export async function checkDatabaseStorage(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx)
    await sql`select count(*) from generate_series(1, 20000)`.execute(trx)
  })
}
