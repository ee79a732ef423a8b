import type { ChangedPushPreferences, NewPushSubscription, PushPreferences } from '@portal/contracts/push'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { SignedIn } from '../../http/route.ts'

/** A user has a few phones and computers. One more ends the oldest subscription. */
const MAX_SUBSCRIPTIONS = 10

/** The preferences of a user who has not changed them. */
const defaults: PushPreferences = { tips: true, payouts: true, amounts: true, quiet_hours: null }

export async function readPreferences(db: Db, userId: string): Promise<PushPreferences> {
  const row = await db.selectFrom('push_preference').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? toPreferences(row) : defaults
}

function toPreferences(row: Selectable<Database['push_preference']>): PushPreferences {
  const { tips, payouts, amounts, quiet_from: from, quiet_to: to } = row
  return { tips, payouts, amounts, quiet_hours: from === null || to === null ? null : { from, to } }
}

/**
 * Stores the changed preferences, and returns all of them. Deletes messages of kinds that are off, and checks waiting
 * ones for the new quiet hours.
 */
export async function storePreferences(
  trx: Db,
  userId: string,
  { quiet_hours, ...kinds }: ChangedPushPreferences,
): Promise<PushPreferences> {
  const quiet = quiet_hours !== undefined && {
    quiet_from: quiet_hours?.from ?? null,
    quiet_to: quiet_hours?.to ?? null,
  }
  const changed = { user_id: userId, ...kinds, ...quiet }
  const row = await trx
    .insertInto('push_preference')
    .values(changed)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
  const preferences = toPreferences(row)
  const { tips, payouts } = preferences
  const subscriptions = trx.selectFrom('push_subscription').select('id').where('user_id', '=', userId)
  const unwanted = [
    ...(tips ? [] : ['tip', 'share', 'shift']),
    ...(payouts ? [] : ['payout_paid', 'payout_failed', 'auto_stopped']),
  ]
  await sql`delete from push_message where subscription_id in (${subscriptions}) and kind = any(${unwanted}::text[])`.execute(
    trx,
  )
  await sql`
    update push_message set next_attempt_at = clock_timestamp()
    where subscription_id in (${subscriptions}) and kind <> 'shift' and attempts = 0 and next_attempt_at > clock_timestamp()`.execute(
    trx,
  )
  return preferences
}

/** Replaces the subscription of the session, and that of another user who was signed in before in this browser. */
export async function storeSubscription(
  trx: Db,
  user: SignedIn,
  { endpoint, keys, public_key, hides_amounts }: NewPushSubscription & { hides_amounts: boolean },
): Promise<void> {
  await trx
    .deleteFrom('push_subscription')
    .where((row) => row.or([row('session_id', '=', user.sessionId), row('endpoint', '=', endpoint)]))
    .execute()
  await trx
    .insertInto('push_preference')
    .values({ user_id: user.id })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  await trx
    .insertInto('push_subscription')
    .values({ user_id: user.id, session_id: user.sessionId, endpoint, ...keys, public_key, hides_amounts })
    .execute()
  await sql`
    delete from push_subscription where user_id = ${user.id} and id not in (
      select id from push_subscription where user_id = ${user.id}
      order by created_at desc, id limit ${MAX_SUBSCRIPTIONS})`.execute(trx)
}

/**
 * Replaces the session's subscription, which then gets the messages that were not sent yet. Ends the subscription of
 * another user who was signed in before in this browser. Returns false if the session has no subscription.
 */
export async function replaceSubscription(
  trx: Db,
  { sessionId }: SignedIn,
  { endpoint, keys, public_key }: NewPushSubscription,
): Promise<boolean> {
  await trx
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('session_id', '<>', sessionId)
    .execute()
  const updated = await trx
    .updateTable('push_subscription')
    .set({ endpoint, ...keys, public_key })
    .where('session_id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function findSubscription(db: Db, { sessionId }: SignedIn) {
  return await db
    .selectFrom('push_subscription')
    .select(['id', 'public_key'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}

/** Reads the browsers with a subscription, for the user's copy of the data. */
export async function readSubscribedBrowsers(db: Db, userId: string) {
  const rows = await db
    .selectFrom('push_subscription')
    .select(['endpoint', 'created_at', 'last_success_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ endpoint, created_at, last_success_at }) => ({
    push_service: new URL(endpoint).host,
    created_at: created_at.toISOString(),
    last_success_at: last_success_at?.toISOString() ?? null,
  }))
}

/** Makes later messages count from now on. A waiting message about a payout, a payout method or a shift stays. */
export async function forgetSeen(db: Db, { sessionId }: SignedIn, hidesAmounts: boolean): Promise<void> {
  await sql`
    with seen as (
      update push_subscription set hides_amounts = ${hidesAmounts} where session_id = ${sessionId} returning id
    )
    delete from push_message where subscription_id in (select id from seen)
      and (kind in ('tip', 'share') or next_attempt_at is null)`.execute(db)
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export async function deleteSessionSubscription(db: Db, { sessionId }: SignedIn): Promise<void> {
  await db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
}

/** Call it when a user is disabled or deleted. */
export async function deleteUserSubscriptions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('user_id', '=', userId).execute()
}
