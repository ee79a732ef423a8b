import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { NoPrimaryError } from './unavailable.ts'
import { type ServerWatch, timelineOfServer } from './watch-servers.ts'

/**
 * Reads from a server that certainly has all that was confirmed, in one transaction. A standby may be behind, and so is a former primary
 * to which a pooler still leads: that one has no row proves nothing.
 * @throws NoPrimaryError when the server is another one
 */
export async function onNewest<T>(
  db: Db,
  watch: Pick<ServerWatch, 'newestTimeline'>,
  read: (trx: Db) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ timeline: string }>`select ${sql.raw(timelineOfServer)} as timeline`.execute(trx)
    const { timeline = '' } = rows[0] ?? {}
    if (timeline === '' || timeline < watch.newestTimeline()) throw new NoPrimaryError()
    return await read(trx)
  })
}
