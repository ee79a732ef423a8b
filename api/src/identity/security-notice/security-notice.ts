import { createHash } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { consume } from '../../http/rate-limit.ts'
import { addPushEvents } from '../../messages/push/add-push-events.ts'
import type { Settings } from '../../settings/settings.ts'
import { noticeText, type SecurityEvent } from './notice-text.ts'

const MAX_REPETITIONS = 5
const HOUR_SECONDS = 60 * 60

/** Events of payout methods. They are also sent as push messages. */
const methodEvents: readonly SecurityEvent['type'][] = [
  'card_added',
  'sbp_phone_added',
  'sbp_bank_changed',
  'method_removed',
  'method_made_default',
  'auto_withdrawal_set',
]

export type NoticeDeps = { settings: Pick<Settings, 'origin'> }

/** `phone`: set if it is not the user's current phone. */
type Recipient = { userId: string; phone?: string }

/** Adds a message about an event to the user, as `addNotice` does. */
export async function addSecurityNotice(
  trx: Db,
  { settings }: NoticeDeps,
  recipient: Recipient,
  event: SecurityEvent,
): Promise<void> {
  await addNotice(trx, recipient, noticeText(event, new URL(settings.origin).host))
  if (methodEvents.includes(event.type)) await notifyAboutMethod(trx, recipient.userId)
}

/** Adds the push message that the user's payout methods have changed. */
export async function notifyAboutMethod(trx: Db, userId: string): Promise<void> {
  await addPushEvents(trx, [{ kind: 'method', userId }])
}

/**
 * Adds a message to the user in the transaction of the change, so that neither is stored without the other. A job sends
 * it (`outbox.ts`). The same text is sent at most five times an hour, because messages cost money, and a program can
 * change the default method or sign in very often.
 */
export async function addNotice(trx: Db, { userId, phone }: Recipient, text: string): Promise<void> {
  const digest = createHash('sha256').update(text).digest('base64url')
  const wait = await consume(trx, { key: `notice:${userId}:${digest}`, max: MAX_REPETITIONS, window: HOUR_SECONDS })
  if (wait !== null) return
  await trx
    .insertInto('security_notice')
    .columns(['user_id', 'phone', 'text'])
    .expression((row) =>
      row
        .selectFrom('user_account')
        .select(({ ref, val, fn }) => [
          'id',
          fn.coalesce(val(phone ?? null), ref('phone')).as('phone'),
          val(text).as('text'),
        ])
        .where('id', '=', userId),
    )
    .execute()
}
