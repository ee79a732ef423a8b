import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../connect.ts'
import { withClient } from '../connect-client.ts'

/** Counts the statements that wait for a lock of another transaction. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/**
 * Locks rows as the owner of the database, starts work that waits for them, and kills the connection of that work.
 * Returns what the work returns.
 */
export async function killAtLock<T>(ownerUrl: string, lock: [string, unknown[]], work: () => Promise<T>): Promise<T> {
  return await withClient(ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query(...lock)
    const dying = work()
    dying.catch(() => {})
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(kill)).rowCount).toBe(1)
    return await dying
  })
}
