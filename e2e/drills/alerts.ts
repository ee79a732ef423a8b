import { mkdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Running, say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { listenLocally } from '@portal/command/listen-locally'
import { temporaryFolder } from '@portal/command/temporary-folder'
import type pg from 'pg'
import { hire, openSession } from '../fixtures/people.ts'
import { prepareOrder, sendOrder } from './orders.ts'
import { type DrillPortal, pageHeaders, serviceToken, startPortal } from './portal.ts'
import { startPrometheus } from './prometheus.ts'
import type { Drill } from './run-drill.ts'

/** Milliseconds in which an alert has to fire after its cause. */
const FIRING_TIMEOUT_MS = 15_000
/** Drift of the ledger has a minute: PostgreSQL counts changed rows up to 10 s late, and a check follows within 15 s. */
const DRIFT_TIMEOUT_MS = 60_000
/** Their conditions take a cluster: `drill -- failover` has one. */
const TRIED_BY_FAILOVER = ['DatabaseWithoutPrimary', 'DatabaseWithoutStandby']
/** Their conditions take backups: `drill -- backup` has them. */
const TRIED_BY_BACKUP = ['ArchiveLate', 'RestoreNotProven']
/**
 * Their conditions take more than a drill of one machine has: more than 20 rejections a second of one caller for minutes, more
 * clients than files, and more queries at once than the 16 requests that a process serves. Tests have their counts.
 */
const TRIED_BY_TESTS = ['CallersLimited', 'ConnectionsRefused', 'DatabaseConnectionsExhausted']

type World = { portal: DrillPortal; session: string; account: { balance: string | undefined } }

// biome-ignore lint/suspicious/noConfusingVoidType: most causes need no end.
type Restore = (() => Promise<unknown>) | void

/** Causes the condition of one alert or several, and returns a function that ends it. */
type Cause = { alerts: readonly string[]; timeoutMs?: number; provoke: (world: World) => Promise<Restore> }

/** Provokes the alerts of docs/deploy/alerts.yml, one cause after the other, and reports which of them fire in a Prometheus. */
export const alerts: Drill = async (running) => {
  const { portal, account } = await startBrokenPortal(running)
  const away = `127.0.0.1:${await freePort()}`
  const waiter = await hire(portal.database)
  const world = { portal, account, session: await openSession(portal.database, waiter.id) }
  const prometheus = await startPrometheus(running, [`127.0.0.1:${portal.port}`, away], serviceToken)

  const fired = new Set<string>()
  for (const { alerts: expected, timeoutMs = FIRING_TIMEOUT_MS, provoke } of causes) {
    const restore = await provoke(world)
    const provoked = performance.now()
    const deadline = provoked + timeoutMs
    while (expected.some((name) => !fired.has(name)) && performance.now() < deadline) {
      for (const name of await prometheus.firing()) fired.add(name)
      await delay(200)
    }
    const seconds = ((performance.now() - provoked) / 1000).toFixed(1)
    await restore?.()
    for (const name of expected) say(`${name}: ${fired.has(name) ? `fires, ${seconds} s` : 'DOES NOT FIRE'}`)
  }
  const provoked = causes.flatMap((cause) => cause.alerts)
  const silent = provoked.filter((name) => !fired.has(name))
  const untried = prometheus.names.filter(
    (name) => ![...provoked, ...TRIED_BY_TESTS, ...TRIED_BY_FAILOVER, ...TRIED_BY_BACKUP].includes(name),
  )
  return {
    figure: `${provoked.length - silent.length} of ${provoked.length} provoked alerts fire${untried.length > 0 ? `; not provoked: ${untried.join(', ')}` : ''}`,
    holds: silent.length === 0 && untried.length === 0,
  }
}

/** A portal that cannot write its log, and a provider whose account the drill decides about. */
async function startBrokenPortal(running: Running) {
  const account: World['account'] = { balance: undefined }
  const provider = createServer((_request, response) => {
    response.writeHead(account.balance ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(account.balance ? { payout_balance: { value: account.balance, currency: 'RUB' } } : {}))
  })
  const providerOrigin = await listenLocally(provider)
  running.started({ stop: () => void provider.close() })
  const data = join(await temporaryFolder(running, 'alerts'), 'data')
  await mkdir(data)
  await symlink('/dev/full', join(data, 'portal.log'))
  const portal = await startPortal(running, {
    env: {
      PORTAL_DATA: data,
      TRUST_PROXY: '127.0.0.1',
      BANKS: 'yookassa',
      YOOKASSA_GATEWAY_ID: '1',
      YOOKASSA_SECRET_KEY: 'of-this-drill',
      YOOKASSA_URL: providerOrigin,
    },
  })
  // Before the first scrape, at which the ledger is checked.
  await portal.database.query('alter view ledger_discrepancy rename to discrepancy_away')
  return { portal, account }
}

const causes: readonly Cause[] = [
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
      await database.query(`alter table ${rows[0].partition} rename to month_away`)
      return () => database.query(`alter table month_away rename to ${rows[0].partition}`)
    },
  },
  {
    alerts: ['Down', 'LogLinesDropped', 'LedgerNotChecked', 'ProviderBalanceUnknown'],
    provoke: async (world) => {
      await requests(world, '/api/v1/session/bootstrap', 20)
      await delay(3_000)
      await requests(world, '/api/v1/session/bootstrap', 20)
    },
  },
  {
    alerts: ['LedgerDoesNotAddUp'],
    async provoke({ portal }) {
      await unguarded(portal, (client) =>
        client.query(`update ledger_account set balance = balance + 1
          where id = (select id from ledger_account where kind = 'wallet' order by id limit 1)`),
      )
      await portal.database.query('alter view discrepancy_away rename to ledger_discrepancy')
    },
  },
  {
    alerts: ['Slow'],
    provoke: async (world) => {
      await slowRequests(world)
      await delay(3_000)
      await slowRequests(world)
    },
  },
  {
    alerts: ['Failing'],
    async provoke(world) {
      const { database } = world.portal
      await database.query('alter table operation rename to operation_away')
      for (let round = 0; round < 3; round += 1) {
        await requests(world, '/api/v1/user/billing', 30)
        await delay(1_500)
      }
      await database.query('alter table operation_away rename to operation')
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
    async provoke(world) {
      const id = await orderPayout(world.portal)
      await copyPayout(world.portal, id, 1, { review: 'open', status: 'pending', completed_at: null })
      const client = await world.portal.database.connect()
      await lockDuePayout(world.portal, client, id)
      return async () => {
        await client.query('rollback')
        client.release()
      }
    },
  },
  {
    alerts: ['PayoutsStayWithTheBank', 'PayoutsDeclined', 'PayoutDecisionWaits'],
    async provoke({ portal }) {
      const id = await orderPayout(portal)
      const later = { next_attempt_at: ago(-3600) }
      await copyPayout(portal, id, 60, { status: 'processing', completed_at: null, ...later })
      await copyPayout(portal, id, 20, { status: 'canceled', completed_at: ago(60), ...later })
      await portal.database.query(
        `insert into payout_decision (payout_id, outcome, reason, proposed_by)
         select id, 'paid', 'of this drill', 'olga' from payout where status = 'processing' order by next_attempt_at desc limit 1`,
      )
    },
  },
  {
    alerts: ['MessagesRejected', 'MessagesUndelivered', 'SmsBalanceLow', 'SecurityNoticesWait', 'PushMessagesFail'],
    async provoke({ portal: { database } }) {
      await database.query(
        `insert into security_notice (user_id, phone, text, created_at, next_attempt_at)
         select id, phone, 'x', now() - interval '1 hour', now() + interval '1 hour' from user_account limit 1`,
      )
      // The portal of this drill has no keys, so that no worker takes it.
      await database.query(
        `insert into push_event (user_id, kind, count, amount, time_zone, created_at)
         select id, 'tip', 1, 100, 'Europe/Moscow', now() - interval '1 hour' from user_account limit 1`,
      )
      for (const state of ['rejected', 'undelivered']) {
        await database.query(
          `insert into sms_message (phone, provider, state, segments, cost, balance)
           select '+79160000001', 'smsc', $1, 1, 300, 10000 from generate_series(1, 10)`,
          [state],
        )
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
    async provoke(world) {
      const live = await world.portal.database.query<{ version: string }>(
        `select version from live_release where remote = 'shell' order by reported_at desc limit 1`,
      )
      const events = ['error', 'csp', 'start'].flatMap((kind) =>
        Array.from({ length: 15 }, () => ({ kind, remote: 'shell', version: live.rows[0]?.version })),
      )
      // A counter increases from its first value on.
      for (let round = 0; round < 4; round += 1) {
        await report(world, events)
        await delay(1_500)
      }
    },
  },
  {
    alerts: ['Overloaded'],
    async provoke(world) {
      for (let round = 0; round < 2; round += 1) {
        await whileLocked(world.portal, 5_000, () => manyCallers(world, 4_500))
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

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

async function requests({ portal, session }: World, path: string, count: number, headers = {}): Promise<void> {
  const send = async () => {
    const response = await fetch(`${portal.origin}${path}`, { headers: { ...pageHeaders(session), ...headers } })
    await response.arrayBuffer()
  }
  await Promise.all(Array.from({ length: count }, () => send().catch(() => {})))
}

/** Sends requests while their table is locked. */
async function slowRequests(world: World): Promise<void> {
  await whileLocked(world.portal, 2_000, () => requests(world, '/api/v1/user/billing', 12))
}

/** Locks the history for the work, and for so long at least. */
async function whileLocked({ database }: DrillPortal, ms: number, work: () => Promise<void>): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query('lock table operation in access exclusive mode')
    const working = work()
    await delay(ms)
    await client.query('rollback')
    await working
  } finally {
    client.release()
  }
}

/** Addresses that each send one request, forty at a time. */
async function manyCallers(world: World, ms: number): Promise<void> {
  const until = performance.now() + ms
  for (let caller = 0; performance.now() < until; caller += 40) {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const address = `10.${(caller + n) >> 16}.${((caller + n) >> 8) & 255}.${(caller + n) & 255}`
        return requests(world, '/api/v1/user/payout', 1, { 'x-forwarded-for': address, cookie: '' })
      }),
    )
  }
}

async function report({ portal, session }: World, events: readonly object[]): Promise<void> {
  const response = await fetch(`${portal.origin}/api/v1/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageHeaders(session) },
    body: JSON.stringify({ events }),
  })
  if (!response.ok) throw new Error(`telemetry is ${response.status}: ${await response.text()}`)
}

async function orderPayout(portal: DrillPortal): Promise<string> {
  const response = await sendOrder(portal, await prepareOrder(portal))
  if (response.status !== 201) throw new Error(`An order is ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

/** Adds rows like that of a payout, with these columns instead. */
async function copyPayout(portal: DrillPortal, id: string, count: number, columns: object): Promise<void> {
  await portal.database.query('create sequence if not exists copies start with 1000000')
  const { rows } = await portal.database.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'payout' and is_generated = 'NEVER' and is_identity = 'NO'`,
  )
  const names = rows[0]?.names
  await unguarded(portal, (client) =>
    client.query(
      `insert into payout (${names}) select ${names} from (
         select (jsonb_populate_record(p, $2::jsonb || jsonb_build_object(
           'id', gen_random_uuid(), 'bank_reference', null, 'employee_seq', nextval('copies'), 'user_seq', currval('copies')))).*
         from payout p, generate_series(1, $3::int) where p.id = $1
       ) copies`,
      [id, JSON.stringify(columns), count],
    ),
  )
}

/**
 * Locks a copy of the payout, of two hours ago, which the worker skips then although it is due. The worker may lease a copy before it is
 * locked: then another one is made.
 */
async function lockDuePayout(portal: DrillPortal, client: pg.PoolClient, id: string): Promise<void> {
  const due = { next_attempt_at: ago(120), created_at: ago(2 * 3600) }
  for (;;) {
    await copyPayout(portal, id, 1, { ...due, status: 'processing', completed_at: null, bank: 'Т-Банк' })
    await client.query('begin')
    const { rowCount } = await client.query(
      `select from payout where status = 'processing' and next_attempt_at < now() - interval '1 minute' for update`,
    )
    if (rowCount) return
    await client.query('rollback')
  }
}

/** Runs a statement without the triggers by which the database protects its rows. */
async function unguarded({ database }: DrillPortal, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await database.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await work(client)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}
