import type { Db } from '../../db/connect.ts'
import type { Settings } from '../../settings.ts'
import { noticeText, type SecurityEvent } from './notice-text.ts'

export type NoticeDeps = { settings: Pick<Settings, 'origin'> }

/**
 * Adds a message to the user in the transaction of the change, so that neither is stored without the other; a worker sends it
 * (`outbox.ts`). `phone`: where it is not the user's present one.
 */
export async function addSecurityNotice(
  trx: Db,
  { settings }: NoticeDeps,
  { userId, phone }: { userId: string; phone?: string },
  event: SecurityEvent,
): Promise<void> {
  const text = noticeText(event, new URL(settings.origin).host)
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
