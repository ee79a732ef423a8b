import { setTimeout as delay } from 'node:timers/promises'
import { createSlowImage } from '@portal/api/base/uploads/testing/slow-image'
import { connect } from '@portal/api/db/connect'
import { withLedgerClock } from '@portal/api/demo/ledger-clock'
import { hire, openRestaurant, type TestEmployee } from '@portal/api/money/ledger/testing/test-ledger'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import type pg from 'pg'
import { openSession } from '../../e2e/fixtures/users.ts'
import { formatCounts, rawRequest, sendLoad } from '../drills/load.ts'
import { pageHeaders, startPortal } from '../drills/portal.ts'
import { book, day } from './operations.ts'

const CONNECTIONS = 4
/** The first seconds of a load are not measured. */
const WARM_UP_MS = 1_000
/** How many balances and works of the other user are measured, one after the other, and the pause after each. */
const BALANCES = { count: 150, pauseMs: 20 }
const WORKS = { count: 7, pauseMs: 0 }
const LOAD_SECONDS = 10
const FEW_OPERATIONS = 1_000
const MANY_OPERATIONS = 50_000
const MANY_EVENTS = 20_000

type User = TestEmployee & { session: string }
type Work = (user: User) => { method?: string; path: string; headers?: Record<string, string>; body?: Buffer }

/**
 * Measures what another user notices of one user who requests one kind of work on four connections without pause: the
 * latency of their balance, and of the same kind of work. `chosen`: the kinds, by default all.
 */
export async function fairness(running: Running, chosen: readonly string[]): Promise<void> {
  const { port, url, database } = await startPortal(running)
  const [busy, other] = await createUsers(running, url, database)
  say(
    `${'beside one user with'.padEnd(24)} ${'another’s balance, ms: quiet → beside'.padEnd(48)} another’s same work, ms`,
  )
  for (const [name, work] of Object.entries(await works())) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const balance = () => latencies(port, other, get('/user/balance'), BALANCES)
    const same = () => latencies(port, other, work, WORKS)
    const [quietBalance, quietWork] = [await balance(), await same()]
    const { method = 'GET', path, headers, body } = work(busy)
    const load = sendLoad(running, {
      port,
      requests: [rawRequest(method, path, { ...pageHeaders(busy.session), ...headers }, body)],
      seconds: LOAD_SECONDS,
      arrivals: { connections: CONNECTIONS },
    })
    await delay(WARM_UP_MS)
    const [besideBalance, besideWork] = [await balance(), await same()]
    say(
      `${name.padEnd(24)} ${compared(quietBalance, besideBalance).padEnd(48)} ${compared(quietWork, besideWork)} ` +
        `(${formatCounts(await load)})`,
    )
  }
}

function compared(quiet: readonly number[], beside: readonly number[]): string {
  const figures = (all: readonly number[]) =>
    `${percentile(all, 0.5).toFixed(1)} (p95 ${percentile(all, 0.95).toFixed(1)})`
  return `${figures(quiet)} → ${figures(beside)}, ${(percentile(beside, 0.5) / percentile(quiet, 0.5)).toFixed(1)}×`
}

/** Returns the milliseconds of each request. A rejected one counts as infinitely long. */
async function latencies(port: number, user: User, work: Work, { count, pauseMs }: typeof WORKS): Promise<number[]> {
  const all: number[] = []
  while (all.length < count) {
    const { method = 'GET', path, headers, body } = work(user)
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...pageHeaders(user.session), ...headers },
      ...(body && { body: new Uint8Array(body) }),
    })
    await response.arrayBuffer()
    all.push(response.ok ? performance.now() - began : Number.POSITIVE_INFINITY)
    await delay(pauseMs)
  }
  return all
}

/** Creates a user with many operations and audit events, and another one with few. */
async function createUsers(running: Running, url: string, database: pg.Pool): Promise<[User, User]> {
  const { db, close } = connect(url)
  running.started({ stop: close })
  const [busy, other] = [await hire(db, await openRestaurant(db)), await hire(db, await openRestaurant(db))]
  await withLedgerClock(url, async () => {
    await book(db, busy.id, MANY_OPERATIONS)
    await book(db, other.id, FEW_OPERATIONS)
  })
  await database.query(
    `insert into audit_event (actor, action, subject_type, subject_id, actor_type)
     select $1, 'password_changed', 'user', $1, 'user' from generate_series(1, $2)`,
    [busy.userId, MANY_EVENTS],
  )
  await database.query('vacuum analyze operation, audit_event')
  const signIn = async (user: TestEmployee) => ({ ...user, session: await openSession(database, user.userId) })
  return [await signIn(busy), await signIn(other)]
}

const get =
  (path: string): Work =>
  () => ({ path: `/api/v1${path}` })

/** Every kind of work that takes the portal or the database long. */
async function works(): Promise<Record<string, Work>> {
  const image = await createSlowImage()
  const boundary = 'an-image'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="photo.png"\r\ncontent-type: image/png\r\n\r\n`
  const form = Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return {
    balances: get('/user/balance'),
    pages: () => ({ path: '/', headers: { accept: 'text/html' } }),
    images: () => ({
      method: 'POST',
      path: '/api/v1/upload',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(form.length) },
      body: form,
    }),
    statements: ({ restaurantId }) => ({
      path: `/api/v1/user/statement.pdf?restId=${restaurantId}&from=${day(13)}&to=${day(0)}`,
    }),
    'statements of a year': ({ restaurantId }) => ({
      path: `/api/v1/user/statement.pdf?restId=${restaurantId}&from=${day(365)}&to=${day(0)}`,
    }),
    certificates: get(`/user/income-certificate.pdf?year=${day(0).slice(0, 4)}`),
    exports: get('/user/billing.csv'),
    'searched exports': get(`/user/billing.csv?q=${encodeURIComponent('невкусно')}`),
    'personal data': get('/user/personal-data'),
    'searches for a word': get(`/user/billing?q=${encodeURIComponent('невкусно')}`),
    'searches for a sum': get(`/user/billing?q=${encodeURIComponent('5,55')}`),
    'lists, a deep page': get('/user/billing?page=1250'),
    'lists of a year': get(`/user/billing?from=${day(365)}&to=${day(0)}`),
    reviews: ({ restaurantId }) => ({ path: `/api/v1/user/reviews?restId=${restaurantId}&stars=2&commented=true` }),
    'months of reviews': ({ restaurantId }) => ({ path: `/api/v1/user/reviews/months?restId=${restaurantId}` }),
    'statistics of a year': ({ restaurantId }) => ({
      path: `/api/v1/user/tips/stats?restId=${restaurantId}&from=${day(365)}&to=${day(0)}`,
    }),
    trends: ({ restaurantId }) => ({ path: `/api/v1/user/tips/trend?restId=${restaurantId}` }),
  }
}
