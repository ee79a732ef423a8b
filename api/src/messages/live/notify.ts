import type { LiveEvent } from '@portal/contracts/live-event'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** One channel for all users. Each process gets all notifications, and uses those for its own streams. */
export const channel = 'portal_live'

export type Hint = Omit<LiveEvent, 'seq'>

/** The payload of a notification. */
type LiveMessage = { user: string; seq: number; hint: Hint } | { ended: string } | { renewed: string }

/** Returns undefined for an invalid payload. */
export function readMessage(payload: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(payload)
    return isLiveMessage(message) ? message : undefined
  } catch {
    return undefined
  }
}

function isLiveMessage(message: unknown): message is LiveMessage {
  if (typeof message !== 'object' || message === null) return false
  return 'ended' in message || 'renewed' in message || ('user' in message && 'seq' in message && 'hint' in message)
}

/**
 * Notifies the user's open pages of a change. Call it after the commit, because NOTIFY in a transaction makes all
 * commits wait for each other. It never throws, because the change is done. A page that misses a hint notices the gap
 * in the numbers at the next one.
 */
export async function notifyUser(db: Db, userId: string, hint: Hint): Promise<void> {
  await notifyUsers(db, [{ userId, hint }])
}

/** Notifies several users, as `notifyUser`, in one statement. */
export async function notifyUsers(db: Db, hints: readonly { userId: string; hint: Hint }[]): Promise<void> {
  if (hints.length === 0) return
  const userIds = hints.map(({ userId }) => userId)
  const texts = hints.map(({ hint }) => JSON.stringify(hint))
  await sql`
    with hint as (
      select user_id, text, row_number() over (partition by user_id order by position) as nth,
        count(*) over (partition by user_id) as of_user
      from unnest(${userIds}::uuid[], ${texts}::text[]) with ordinality as hints (user_id, text, position)
    ), feed as (
      insert into live_feed as f (user_id, seq) select user_id, max(of_user) from hint group by user_id order by user_id
      on conflict (user_id) do update set seq = f.seq + excluded.seq returning user_id, seq
    )
    select pg_notify(${channel},
      jsonb_build_object('user', user_id, 'seq', seq - of_user + nth, 'hint', text::jsonb)::text)
    from hint join feed using (user_id) order by user_id, nth`
    .execute(db)
    .catch(() => {})
}

/** Closes the streams of ended sessions in every process, at the commit of the transaction. */
export async function notifySessionsEnded(db: Db, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  const messages = sessionIds.map((ended) => JSON.stringify({ ended } satisfies LiveMessage))
  await sql`select pg_notify(${channel}, message) from unnest(${messages}::text[]) as message`.execute(db)
}

/** Closes the streams of a session with a renewed token in every process. Its pages reconnect with the new token. */
export async function notifyTokenRenewed(db: Db, sessionId: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ renewed: sessionId } satisfies LiveMessage)})`.execute(db)
}

/** The number of the user's newest hint, as a part of another query. */
export function newestSeqQuery(userId: string) {
  return sql<number>`coalesce((select seq from live_feed where user_id = ${userId}), 0)`
}

/** Returns the number of the user's newest hint. */
export async function readNewestSeq(db: Db, userId: string): Promise<number> {
  return (await db.selectNoFrom(newestSeqQuery(userId).as('seq')).executeTakeFirstOrThrow()).seq
}
