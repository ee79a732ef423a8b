import { setTimeout as delay } from 'node:timers/promises'
import { sendTips } from '../tips.ts'
import type { BrokenPortal } from './broken-portal.ts'
import { ago, copyPayout, lockDuePayout, orderPayout, unguarded } from './payouts.ts'
import { manyCallers, report, requests, slowRequests, whileLocked } from './requests.ts'

/**
 * Drift of the ledger has a minute: PostgreSQL counts changed rows up to 10 s late, and a check follows within 15 s.
 */
const DRIFT_TIMEOUT_MS = 60_000

// biome-ignore lint/suspicious/noConfusingVoidType: most causes need no end.
type Restore = (() => Promise<unknown>) | void

/** Causes the condition of one alert or several, and returns a function that ends it. */
type Cause = { alerts: readonly string[]; timeoutMs?: number; provoke: (broken: BrokenPortal) => Promise<Restore> }

export const causes: readonly Cause[] = [
  {
    alerts: ['LedgerDriftNotChecked'],
    async provoke({ portal: { database } }) {
      const client = await database.connect()
      await client.query(`select pg_advisory_lock(hashtextextended('ledger drift', 0))`)
      await client.query('update ledger_checkpoint set checked_at = null')
      return async () => {
        await client.query(`select pg_advisory_unlock(hashtextextended('ledger drift', 0))`)
        client.release()
      }
    },
  },
  {
    alerts: ['LedgerDrifts'],
    timeoutMs: DRIFT_TIMEOUT_MS,
    async provoke({ portal }) {
      const isProven = `select from ledger_checkpoint where checked_at is not null and transfer_id > 0`
      while ((await portal.database.query(isProven)).rowCount === 0) await delay(200)
      await unguarded(portal, (client) =>
        client.query('update ledger_entry set amount = amount + 1 where id = (select min(id) from ledger_entry)'),
      )
    },
  },
  // After the drift of a row: a partition that is missing is a drift too.
  {
    alerts: ['LedgerMonthMissing'],
    async provoke({ portal: { database } }) {
      const { rows } = await database.query(`
        select 'ledger_entry_' || to_char((now() at time zone 'Europe/Moscow') + interval '1 month', 'YYYYMM') as partition`)
      await database.query(`alter table ${rows[0].partition} rename to month_hidden`)
      return () => database.query(`alter table month_hidden rename to ${rows[0].partition}`)
    },
  },
  {
    alerts: ['Down', 'LogLinesDropped', 'LedgerNotChecked', 'ProviderBalanceUnknown'],
    provoke: async (broken) => {
      await requests(broken, '/api/v1/session/bootstrap', 20)
      await delay(3_000)
      await requests(broken, '/api/v1/session/bootstrap', 20)
    },
  },
  {
    alerts: ['LedgerDoesNotAddUp'],
    async provoke({ portal }) {
      await unguarded(portal, (client) =>
        client.query(`update ledger_account set balance = balance + 1
          where id = (select id from ledger_account where kind = 'wallet' order by id limit 1)`),
      )
      await portal.database.query('alter view discrepancy_hidden rename to ledger_discrepancy')
    },
  },
  {
    alerts: ['Slow'],
    provoke: async (broken) => {
      await slowRequests(broken)
      await delay(3_000)
      await slowRequests(broken)
    },
  },
  {
    alerts: ['Failing'],
    async provoke(broken) {
      const { database } = broken.portal
      await database.query('alter table operation rename to operation_hidden')
      for (let round = 0; round < 3; round += 1) {
        await requests(broken, '/api/v1/user/billing', 30)
        await delay(1_500)
      }
      await database.query('alter table operation_hidden rename to operation')
    },
  },
  {
    alerts: ['EventLoopBlocked'],
    provoke: async ({ portal }) => {
      // Shorter than the time-out of a scrape.
      for (let round = 0; round < 5; round += 1) {
        portal.send('SIGSTOP')
        await delay(700)
        portal.send('SIGCONT')
        await delay(500)
      }
    },
  },
  {
    alerts: ['PayoutsWait', 'PayoutUnfinishedForTenMinutes', 'PayoutUnfinishedForAnHour', 'PayoutsInReview'],
    async provoke(broken) {
      const id = await orderPayout(broken.portal)
      await copyPayout(broken.portal, id, 1, { review: 'open', status: 'pending', completed_at: null })
      const client = await broken.portal.database.connect()
      await lockDuePayout(broken.portal, client, id)
      return async () => {
        await client.query('rollback')
        client.release()
      }
    },
  },
  {
    alerts: ['OperationsDatedAhead'],
    async provoke({ portal: { database } }) {
      const date = `update operation set created_at = $1 where id = (select id from operation order by id desc limit 1)`
      await database.query(date, [ago(-400 * 86_400)])
    },
  },
  {
    alerts: ['TipsAboveCeiling'],
    async provoke({ portal: { origin, database } }) {
      const { rows } = await database.query<{ id: string }>('select id from employee limit 1')
      await sendTips(origin, [{ employeeId: rows[0]?.id, rubles: 1_000_000 }])
    },
  },
  {
    alerts: [
      'PayoutsStayWithTheBank',
      'PayoutsDeclined',
      'PayoutDecisionWaits',
      'OperatorProposalWaits',
      'DeletedAccountOwes',
    ],
    async provoke({ portal }) {
      const id = await orderPayout(portal)
      const later = { next_attempt_at: ago(-3600) }
      await copyPayout(portal, id, 60, { status: 'processing', completed_at: null, ...later })
      await copyPayout(portal, id, 20, { status: 'canceled', completed_at: ago(60), ...later })
      await portal.database.query(
        `insert into payout_decision (payout_id, outcome, reason, proposed_by)
         select id, 'paid', 'of this drill', 'olga' from payout where status = 'processing' order by next_attempt_at desc limit 1`,
      )
      await portal.database.query(
        `insert into operator_proposal (action, subject_type, subject_id, change, proposed_by)
         values ('payout_released', 'payout', $1, '{}', 'olga')`,
        [id],
      )
      await portal.database.query(
        `with gone as (
           insert into user_account (id, phone, password_hash, first_name, disabled_at, deleted_at)
           select id, 'deleted:' || id, '', 'Анна', now(), now() from (select gen_random_uuid() as id) as new returning id
         ), former as (
           insert into employee (user_id, restaurant_id, disabled_at) select gone.id, r.id, now() from gone, (select id from restaurant limit 1) r
           returning id
         )
         insert into ledger_account (kind, employee_id, balance) select 'debt', id, -100 from former`,
      )
    },
  },
  {
    alerts: [
      'MessagesRejected',
      'MessagesUndelivered',
      'SmsBalanceLow',
      'SecurityNoticesWait',
      'PushMessagesFail',
      'UserGetsManyCodes',
    ],
    async provoke({ portal: { database } }) {
      await database.query(
        `insert into security_notice (user_id, phone, text, created_at, next_attempt_at)
         select id, phone, 'x', now() - interval '1 hour', now() + interval '1 hour' from user_account limit 1`,
      )
      // The worker cannot take the event while this transaction has the table of messages.
      const client = await database.connect()
      await client.query('begin; lock table push_message in exclusive mode')
      await database.query(
        `insert into push_event (user_id, kind, count, amount, time_zone, created_at)
         select id, 'tip', 1, 100, 'Europe/Moscow', now() - interval '1 hour' from user_account limit 1`,
      )
      await database.query(
        `insert into otp (subject, purpose, phone, code_hmac, attempts_left, expires_at, consumed_at)
         select id::text, 'payout', phone, 'x', 5, now(), now() from (select id, phone from user_account limit 1) as one_user, generate_series(1, 45)`,
      )
      for (const state of ['rejected', 'undelivered']) {
        await database.query(
          `insert into sms_message (phone, provider, state, segments, cost, balance)
           select '+79160000001', 'smsc', $1, 1, 300, 10000 from generate_series(1, 10)`,
          [state],
        )
      }
      return async () => {
        await client.query('rollback')
        client.release()
      }
    },
  },
  {
    alerts: ['ProviderPaidOtherwise', 'ProviderNotReconciled'],
    async provoke({ portal }) {
      const id = await orderPayout(portal)
      await copyPayout(portal, id, 1, { provider: 'yookassa', status: 'succeeded', sent_at: ago(2 * 86_400) })
      await portal.database.query(
        `with begun as (
           insert into reconciliation (provider, day, source, payments, payouts)
           values ('yookassa', current_date - 4, 'provider', 1, 0) returning id
         )
         insert into reconciliation_line (reconciliation_id, kind, reference, their_amount, their_status)
         select id, 'foreign', 'po-1', 100, 'paid' from begun`,
      )
    },
  },
  {
    alerts: ['ReleaseFails', 'PolicyViolated'],
    async provoke(broken) {
      const live = await broken.portal.database.query<{ version: string }>(
        `select version from live_release where remote = 'shell' order by reported_at desc limit 1`,
      )
      const events = ['error', 'csp', 'start'].flatMap((kind) =>
        Array.from({ length: 15 }, () => ({ kind, remote: 'shell', version: live.rows[0]?.version })),
      )
      // A counter increases from its first value on.
      for (let round = 0; round < 4; round += 1) {
        await report(broken, events)
        await delay(1_500)
      }
    },
  },
  {
    alerts: ['Overloaded'],
    async provoke(broken) {
      for (let round = 0; round < 2; round += 1) {
        await whileLocked(broken.portal, 5_000, () => manyCallers(broken, 4_500))
        await delay(2_000)
      }
    },
  },
  {
    alerts: ['ProviderAccountRunsEmpty'],
    async provoke({ portal, account }) {
      // It asks the provider when it starts, and then every five minutes.
      account.balance = '50.00'
      await portal.end('SIGTERM')
      await portal.start()
    },
  },
]
