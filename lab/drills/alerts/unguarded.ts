import type pg from 'pg'
import type { DrillPortal } from '../portal.ts'

/** Runs a statement without the triggers by which the database protects its rows. */
export async function unguarded(
  { database }: DrillPortal,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await database.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await work(client)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}
