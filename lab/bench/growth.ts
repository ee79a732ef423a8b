import { createApp } from '@portal/api/app'
import { connect, type Db } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { withLedgerClock } from '@portal/api/demo/ledger-clock'
import { createLog } from '@portal/api/http/log'
import { logToOutput } from '@portal/api/http/log-destination'
import { createMetrics } from '@portal/api/http/metrics'
import { LiveHub } from '@portal/api/messages/live/hub'
import { createSandboxSms } from '@portal/api/messages/sms/sms'
import { addCard, hire, openRestaurant, type TestEmployee } from '@portal/api/money/ledger/testing/test-ledger'
import { createBanks } from '@portal/api/payouts/bank/configured-banks'
import { sandboxSbpDirectory } from '@portal/api/payouts/payout-methods/sbp-directory'
import { insertPayout } from '@portal/api/payouts/repository'
import { createTally } from '@portal/api/portal/telemetry/tally'
import { readSettings } from '@portal/api/settings/settings'
import { CommandError, type Running, say, temporaryFolder } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { sql } from 'kysely'
import pg from 'pg'
import { openSession } from '../../e2e/fixtures/users.ts'
import { pageHeaders } from '../drills/portal.ts'
import { book, day } from './operations.ts'

const ROUNDS = 7
const OPERATIONS = 100
const OPERATIONS_PER_PAYOUT = 100
const RESTAURANTS = 12

/** Measures what each call of the pages costs users with more operations, colleagues or restaurants than others. */
export async function growth(running: Running): Promise<void> {
  // In a large database PostgreSQL never reads the rows of all users. Here one user has most of them.
  const server = running.started(
    await startEmbedded(await temporaryFolder(running, 'bench'), { enable_seqscan: 'off' }),
  )
  await migrate(server.url)
  // The live updates hold one of the connections, so that the other one does all the work.
  const { db, pool, listeningPool, close } = connect(server.url, { max: 2 })
  running.started({ stop: close })
  const settings = readSettings({ LOG_LEVEL: 'error', PORTAL_DATA: await temporaryFolder(running, 'bench') })
  const log = createLog(settings.logLevel, logToOutput())
  const app = await createApp({
    ...{ db, pool, settings, log, metrics: createMetrics(), sms: createSandboxSms(db), sbp: sandboxSbpDirectory },
    ...{ banks: createBanks(db, settings), tally: createTally(db), hub: new LiveHub({ db, listeningPool, log }) },
    wakePayoutWorker() {},
  })
  await app.ready()
  running.started({ stop: () => app.close() })
  const owner = new pg.Pool({ connectionString: server.url, max: 1 })
  running.started({ stop: () => owner.end() })

  const users = await createUsers(db, server.url)
  const sessions = new Map<TestEmployee, string>()
  for (const user of Object.values(users)) sessions.set(user, await openSession(owner, user.userId))
  await owner.query('vacuum analyze')
  say(line('ms/rows', Object.keys(users)))
  for (const [name, path] of Object.entries(calls)) {
    const cells: string[] = []
    for (const user of Object.values(users)) {
      const headers = pageHeaders(sessions.get(user))
      const call = () => app.inject({ url: `/api/v1${path(user)}`, headers })
      cells.push(await cost(call, () => readRows(db, owner)))
    }
    say(line(name, cells))
  }
}

function line(name: string, cells: readonly string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(18)).join('')
}

/** Returns the medians of a call: milliseconds, and the rows that PostgreSQL has read for it. */
async function cost(call: () => Promise<{ statusCode: number; body: string }>, rowCount: () => Promise<number>) {
  const times: number[] = []
  const rows: number[] = []
  // The first call prepares statements and warms caches.
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await rowCount()
    const began = performance.now()
    const { statusCode, body } = await call()
    if (round > 0) times.push(performance.now() - began)
    if (statusCode !== 200) throw new CommandError(`A call got ${statusCode}: ${body}`)
    rows.push((await rowCount()) - before)
  }
  return `${percentile(times, 0.5).toFixed(1)}/${percentile(rows, 0.5)}`
}

/** Returns how many rows of tables and entries of indexes have been read since the start of the server. */
async function readRows(db: Db, owner: pg.Pool): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await owner.query<{ count: string }>(
    `select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
       as count`,
  )
  return Number(rows[0]?.count)
}

const calls: Record<string, (user: TestEmployee) => string> = {
  bootstrap: () => '/session/bootstrap',
  'balance of all': () => '/user/balance',
  balance: ({ restaurantId }) => `/user/balance/${restaurantId}`,
  employees: () => '/tips/user/employees',
  operations: ({ restaurantId }) => `/user/billing?restId=${restaurantId}`,
  'operations of all': () => '/user/billing',
  'withdrawals among operations': () => '/user/billing?type=payout',
  'operations of a month': () => `/user/billing?from=${day(30)}&to=${day(0)}`,
  'operations, page 4': () => '/user/billing?page=4',
  'operations, the last page': () => '/user/billing?page=999999',
  'search for a word': () => `/user/billing?q=${encodeURIComponent('Столик 77')}`,
  'statistics of a month': ({ restaurantId }) => `/user/tips/stats?restId=${restaurantId}&from=${day(30)}&to=${day(0)}`,
  trend: () => '/user/tips/trend',
  reviews: ({ restaurantId }) => `/user/reviews?restId=${restaurantId}`,
  'reviews of four stars': ({ restaurantId }) => `/user/reviews?restId=${restaurantId}&stars=4`,
  'months of reviews': ({ restaurantId }) => `/user/reviews/months?restId=${restaurantId}`,
  payouts: () => '/user/payout',
  'payout methods': () => '/user/payout-bindings',
  'terms of payouts': ({ restaurantId }) => `/payouts/methods/${restaurantId}`,
  limits: ({ restaurantId }) => `/payouts/limits/${restaurantId}`,
  'limits of transfers': ({ restaurantId }) => `/payouts/transfer-limits/${restaurantId}`,
  'automatic withdrawal': ({ restaurantId }) => `/user/auto-withdrawal/${restaurantId}`,
  colleagues: ({ restaurantId }) => `/employees?restId=${restaurantId}`,
  sharings: ({ restaurantId }) => `/user/sharing?restId=${restaurantId}`,
  'usual team': ({ restaurantId }) => `/user/sharing-template/${restaurantId}`,
  team: ({ restaurantId }) => `/team?restId=${restaurantId}`,
  invitations: ({ restaurantId }) => `/team/invitations?restId=${restaurantId}`,
  profile: () => '/user/profile',
  sessions: () => '/user/sessions',
  passkeys: () => '/user/passkeys',
  lock: () => '/session/lock',
  help: () => '/user/help',
  'statement of a month': ({ restaurantId }) =>
    `/user/statement.pdf?restId=${restaurantId}&from=${day(30)}&to=${day(0)}`,
  'certificate of income': () => `/user/income-certificate.pdf?year=${day(0).slice(0, 4)}`,
}

/** Creates managers who may transfer, with different numbers of operations, colleagues and restaurants. */
async function createUsers(db: Db, url: string): Promise<Record<string, TestEmployee>> {
  const newManager = async (user?: string) => {
    const employee = await hire(db, await openRestaurant(db), { isDefault: true, ...(user && { user }) })
    await db.updateTable('employee').set({ is_manager: true }).where('id', '=', employee.id).execute()
    return employee
  }
  const users: Record<string, TestEmployee> = {}
  await withLedgerClock(url, async () => {
    for (const operations of [OPERATIONS, 10_000, 100_000]) {
      const user = await newManager()
      await book(db, user.id, operations)
      await addPayouts(db, user, operations / OPERATIONS_PER_PAYOUT)
      users[`${operations} operations`] = user
    }
    for (const employees of [10, 300]) {
      const user = await newManager()
      await book(db, user.id, OPERATIONS)
      for (let n = 1; n < employees; n++) await hire(db, { id: user.restaurantId, bank: user.bank })
      users[`${employees} employees`] = user
    }
    const user = await newManager()
    for (let n = 0; n < RESTAURANTS; n++) {
      const { id } = n === 0 ? user : await newManager(user.userId)
      await book(db, id, OPERATIONS)
    }
    users[`${RESTAURANTS} restaurants`] = user
  })
  return users
}

async function addPayouts(db: Db, user: TestEmployee, count: number): Promise<void> {
  const terms = { kind: 'payout', amount: 100_00, fee: 0, status: 'succeeded', comment: null } as const
  const to = { binding_id: await addCard(db, user), destination_type: 'card', destination_title: 'Мир •• 1234' }
  const owner = { employee_id: user.id, user_id: user.userId, recipient_employee_id: null }
  // One a day, as many tips are booked for a day.
  for (let n = count; n > 0; n--)
    await insertPayout(db, { ...terms, ...to, ...owner, at: new Date(Date.now() - n * 86_400_000) })
}
