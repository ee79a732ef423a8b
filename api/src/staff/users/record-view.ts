import { addAuditEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { consume } from '../../http/rate-limit.ts'

const HOUR_SECONDS = 60 * 60

/** Records that an operator has looked at a user: one line an hour, because a page reads again and again. */
export async function recordView(db: Db, userId: string, operator: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const waitSeconds = await consume(trx, { key: `audit:view:${operator}:${userId}`, max: 1, window: HOUR_SECONDS })
    if (waitSeconds !== null) return
    const subject = { type: 'user', id: userId } as const
    await addAuditEvent(trx, { action: 'user_viewed', subject, actor: { type: 'operator', id: operator } })
  })
}
