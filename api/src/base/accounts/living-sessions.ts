import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export const maxIdle = sql`case when remembered then interval '30 days' else interval '12 hours' end`

/** Whether a session has neither expired nor been idle for too long. */
export const isAlive = sql<boolean>`expires_at > now() and last_seen_at > now() - ${maxIdle}`

/** Returns the given sessions that have not ended and whose user is not disabled. */
export async function findLivingSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('session')
    .innerJoin('user_account as u', 'u.id', 'session.user_id')
    .select('session.id')
    // One parameter for all ids, so that the query is prepared once.
    .where('session.id', '=', sql<string>`any(${ids})`)
    .where('u.disabled_at', 'is', null)
    .where(isAlive)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Prevents the end of a session until this transaction ends. Returns false if it has already ended. */
export async function holdSession(trx: Db, id: string): Promise<boolean> {
  const session = trx.selectFrom('session').select('id').where('id', '=', id)
  return (await session.forKeyShare().executeTakeFirst()) !== undefined
}
