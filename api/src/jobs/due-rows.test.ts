import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import type { Database } from '../db/schema.ts'
import { rowsReadByIndex } from '../db/testing/rows-read.ts'
import { sharedDatabase } from '../db/testing/test-database.ts'
import { createLog } from '../http/log.ts'
import { sendDueNotices } from '../identity/security-notice/outbox.ts'
import { addSession } from '../identity/session/repository.ts'
import { hashToken, newToken } from '../identity/session/token.ts'
import { leaseDueMessages } from '../messages/push/due-messages.ts'
import { leaseDueChecks } from '../messages/sms/repository.ts'
import { createSandboxSms } from '../messages/sms/sms.ts'
import { earn, hire, newPhone, openRestaurant } from '../money/ledger/testing/test-ledger.ts'
import { createSandboxBank } from '../payouts/bank/sandbox-bank.ts'
import { checkDecidedPayouts } from '../payouts/delivery/check-decided.ts'
import { leaseDuePayout } from '../payouts/delivery/lease.ts'
import { reportOverduePayouts } from '../payouts/delivery/overdue.ts'
import { withdraw } from '../payouts/testing/withdrawals.ts'

// No job works on this database beside the test.
const database = sharedDatabase()
const log = createLog('silent', { write: () => {} })

beforeAll(async () => {
  const { db } = database
  const phone = newPhone()
  const anna = await hire(db, await openRestaurant(db))
  await addSession(db, { tokenHash: hashToken(newToken()), userId: anna.userId, remembered: false, userAgent: 'test' })
  await earn(db, anna, 10_000)
  for (let n = 0; n < 5; n++) await withdraw(db, anna, 100)
  await sql`update payout set bank = 'Сбербанк', next_attempt_at = ${later}`.execute(db)
  await sql`insert into payout_decision (payout_id, outcome, reason, proposed_by, closed_as, closed_by, closed_at, check_at)
    select id, 'paid', 'Письмо банка', 'ivan', 'done', 'ivan', now(), ${later} from payout`.execute(db)
  await sql`insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, public_key)
    select user_id, id, '', '', '', '' from session`.execute(db)
  await sql`insert into push_message (subscription_id, kind, count, amount, time_zone, next_attempt_at)
    select id, kind, 1, 1, 'Europe/Moscow', ${later}
    from push_subscription, unnest(array['tip', 'payout_paid', 'payout_failed', 'method', 'auto_stopped']) kind`.execute(
    db,
  )
  await sql`insert into security_notice (user_id, phone, text, next_attempt_at)
    select ${anna.userId}, ${phone}, '', ${later} from generate_series(1, 5)`.execute(db)
  await sql`insert into sms_message (phone, provider, segments, next_check_at)
    select ${phone}, 'smsc', 1, ${later} from generate_series(1, 5)`.execute(db)
})

const later = sql`now() + interval '1 hour'`

test.each<[keyof Database, string, (db: Db) => Promise<unknown>]>([
  ['payout', 'leased', (db) => leaseDuePayout(db)],
  ['payout', 'reported', (db) => reportOverduePayouts({ db, log })],
  [
    'payout_decision',
    'checked',
    (db) => checkDecidedPayouts({ db, log, bank: createSandboxBank(db), requestTimeoutMs: 1_000 }),
  ],
  ['push_message', 'leased', (db) => leaseDueMessages(db, 10)],
  ['security_notice', 'sent', (db) => sendDueNotices({ db, log, sms: createSandboxSms(db) })],
  ['sms_message', 'checked', (db) => leaseDueChecks(db, 10)],
])('rows of %s that wait for later are not read when those are %s that are due', async (table, _, work) => {
  expect(await rowsReadByIndex(database.db, table, work)).toBe(0)
})
