import { defaultTimeZone } from '@portal/contracts/employee'
import { sql } from 'kysely'
import { isAlive } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { isUnknownTimeZone, mayBeUnknownTimeZone } from '../../db/dates.ts'
import { LEASE_SECONDS } from '../../jobs/retries.ts'
import type { MessageKind } from './add-push-events.ts'
import type { PushTarget } from './encrypt-message.ts'
import { endOfQuietHours } from './quiet-hours.ts'

const quietUntil = endOfQuietHours({
  at: sql`clock_timestamp()`,
  timeZone: sql`m.time_zone`,
  from: sql`p.quiet_from`,
  to: sql`p.quiet_to`,
})

/**
 * Whether the browser has no lock. Everyone who sees the screen can read a message, even while the portal is locked.
 */
const isUnlocked = sql`not exists (select from app_lock where app_lock.session_id = s.session_id)`

/**
 * `amount` is in kopecks, and null if the user or the browser hides it, or the browser locks the portal. `badge` is the
 * number of events of all kinds that the user has not seen; a shift has no events of its own.
 */
export type DueMessage = PushTarget & {
  userId: string
  publicKey: string
  kind: MessageKind
  count: number
  amount: number | null
  badge: number
  revision: number
  attempt: number
  /** The session has ended, and with it the subscription. */
  isOver: boolean
  /** It waits until the end of the user's quiet hours. */
  isQuiet: boolean
}

/** Leases the due messages. Messages within quiet hours are postponed to the end of these hours. */
export async function leaseDueMessages(db: Db, max: number): Promise<DueMessage[]> {
  return await lease(db, max).catch(async (error: unknown) => {
    if (!mayBeUnknownTimeZone(error)) throw error
    // One message with a time zone that PostgreSQL does not know would stop the messages of all users, so it gets the
    // time zone of Moscow.
    const isUnknown = isUnknownTimeZone(sql`time_zone`)
    await sql`update push_message set time_zone = ${defaultTimeZone} where ${isUnknown}`.execute(db)
    return await lease(db, max)
  })
}

async function lease(db: Db, max: number): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select subscription_id, kind from push_message where next_attempt_at <= statement_timestamp()
      order by next_attempt_at limit ${max} for update skip locked
    ), judged as (
      select m.subscription_id, m.kind, case when m.kind <> 'method' then ${quietUntil} end as quiet_until, not (${isAlive}) as is_over
      from due join push_message m using (subscription_id, kind)
      join push_subscription s on s.id = m.subscription_id
      join push_preference p on p.user_id = s.user_id
      join session on session.id = s.session_id
    )
    update push_message m set
      attempts = m.attempts + case when j.quiet_until is null then 1 else 0 end,
      next_attempt_at = coalesce(j.quiet_until, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    from judged j, push_subscription s, push_preference p
    where m.subscription_id = j.subscription_id and m.kind = j.kind and s.id = m.subscription_id and p.user_id = s.user_id
    returning s.id, s.endpoint, s.p256dh, s.auth, s.user_id as "userId", s.public_key as "publicKey", m.kind, m.count,
      case when p.amounts and not s.hides_amounts and ${isUnlocked} then m.amount end as amount,
      (select coalesce(sum(count), 0) from push_message others
        where others.subscription_id = s.id and others.kind <> 'shift')::int as badge,
      m.revision, m.attempts as attempt, j.is_over as "isOver", j.quiet_until is not null as "isQuiet"`.execute(db)
  return rows
}

/** Marks a message as sent. If something happened meanwhile, it becomes due again, and a shift when it is over. */
export async function markSent(db: Db, { id, kind, revision }: DueMessage): Promise<void> {
  await sql`
    update push_message set attempts = 0, sent_at = clock_timestamp(),
      next_attempt_at = case
        when revision = ${revision} then null when kind = 'shift' then next_attempt_at else clock_timestamp() end
    where subscription_id = ${id} and kind = ${kind}`.execute(db)
  await sql`update push_subscription set last_success_at = clock_timestamp() where id = ${id}`.execute(db)
}

/**
 * Gives a message up. A newer event begins another message, which also counts the events of this one, but for those of
 * a shift.
 */
export async function giveUp(db: Db, { id, kind, revision }: DueMessage): Promise<void> {
  await sql`
    update push_message set attempts = 0,
      next_attempt_at = case when kind = 'shift' and revision <> ${revision} then next_attempt_at end
    where subscription_id = ${id} and kind = ${kind}`.execute(db)
}

/** Waits before the next attempt. A shift whose tips go on waits for its end instead. */
export async function postpone(db: Db, { id, kind, revision }: DueMessage, seconds: number): Promise<void> {
  await sql`
    update push_message set next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
    where subscription_id = ${id} and kind = ${kind} and (kind <> 'shift' or revision = ${revision})`.execute(db)
}
