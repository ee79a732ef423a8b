import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { awaitReplication } from '../db/await-replication.ts'
import { connect, type Db } from '../db/connect.ts'
import { stateOfStandby } from '../db/recent-standby.ts'
import { gateway } from '../db/testing/gateway.ts'
import { type ReplicatedDatabase, replicatedDatabase } from '../db/testing/replicated-database.ts'
import { earn } from '../modules/ledger/testing.ts'
import { createRequestContext, runInContext } from '../request-context.ts'
import { pageHeaders, type TestApi, type TestPerson, testApi } from './testing.ts'

let database: ReplicatedDatabase
let api: TestApi
let anna: TestPerson
let token: string
let origin: string

beforeAll(async () => {
  database = await replicatedDatabase()
  api = await testApi({ database })
  anna = await api.person()
  token = await newSession()
  await earn(api.db, anna, 100)
  // Requests without a connection pass no admission.
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

async function newSession(): Promise<string> {
  return String((await api.signedIn(anna)).token)
}

async function get(path: string, session = token) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    headers: { ...pageHeaders, cookie: `session=${session}` },
  })
  return {
    status: response.status,
    isOfStandby: response.headers.has('x-data-as-of'),
    text: await response.text(),
  }
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const onStandby = (text: string) => query(database.standby.url, text)

const csv = '/user/billing.csv'
const statement = () => {
  const today = new Date().toISOString().slice(0, 10)
  return `/user/statement.pdf?restId=${anna.restaurantId}&from=${today}&to=${today}`
}

test.each([
  ['operations as a CSV file', () => csv],
  ['a statement', statement],
  ['a certificate of income', () => `/user/income-certificate.pdf?year=${new Date().getUTCFullYear()}`],
])('%s is served by a standby, and names the age of its data', async (_, path) => {
  await expect.poll(() => get(path())).toMatchObject({ status: 200, isOfStandby: true })
})

test.each(['/user/billing', '/user/balance', '/user/personal-data'])('%s is served by the primary', async (path) => {
  await expect.poll(() => get(csv)).toMatchObject({ isOfStandby: true })
  expect(await get(path)).toMatchObject({ status: 200, isOfStandby: false })
})

/** Runs as the handler of a request that may be old. */
function asOld<T>(work: () => Promise<T>): Promise<T> {
  const context = createRequestContext({
    deadlineMs: 60_000,
    mayReadStandby: true,
    onSettled() {},
    onLeavePlace() {},
  })
  context.mayBeOld = true
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  runInContext(context, () => void work().then(resolve, reject))
  return promise.finally(() => context.responseEnded())
}

/** Sleeps on a standby alone. Returns whether one has served it. */
async function readSlowly(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ isOfStandby: boolean }>`
    select pg_is_in_recovery() as "isOfStandby", pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`.execute(db)
  return rows[0]?.isOfStandby
}

const waiting = "from pg_stat_activity where wait_event = 'PgSleep' or wait_event_type = 'Lock'"

/** Begins work that waits on the standby; again when the primary serves it, as it does after a moment without a processor. */
async function untilOnStandby<T>(begin: () => Promise<T>): Promise<{ work: Promise<T> | undefined }> {
  let work: Promise<T> | undefined
  const isWaiting = async () => {
    work ??= begin().finally(() => {
      work = undefined
    })
    return (await onStandby(`select ${waiting}`)).rowCount
  }
  await expect.poll(isWaiting).toBe(1)
  return { work }
}

test('a read that is lost with a killed standby runs again on the primary', async () => {
  const { work } = await untilOnStandby(() => asOld(() => readSlowly(api.db)))
  await database.standby.kill()
  expect(await work).toBe(false)
  await expect.poll(() => get(csv)).toMatchObject({ isOfStandby: true })
})

test('a statement during which the standby is killed is read again from the primary', async () => {
  const blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  onTestFinished(() => blocker.end())
  // The lock is in the log, so that the standby has it too.
  await blocker.query('begin; lock table ledger_account in access exclusive mode')
  await awaitReplication(api.db)
  const { work } = await untilOnStandby(() => get(statement()))
  await database.standby.kill()
  await expect.poll(async () => (await query(database.url, `select ${waiting}`)).rowCount).toBe(1)
  await blocker.query('rollback')
  expect(await work).toMatchObject({ status: 200, text: expect.stringMatching(/^%PDF/) })
  await expect.poll(() => get(csv)).toMatchObject({ isOfStandby: true })
})

test('a read that waits for a frozen standby runs again on the primary before that is lost', async () => {
  const { url, cut } = await gateway(database.standby.applicationUrl)
  const { db, watch, close } = connect(database.applicationUrl, { replicaUrl: url })
  onTestFinished(close)
  await watch?.ready
  const { work } = await untilOnStandby(() => asOld(() => readSlowly(db)))
  cut()
  expect(await work).toBe(false)
  expect(watch?.count()).toMatchObject({ standby: 1, lost: 0 })
  await onStandby(`select pg_terminate_backend(pid) ${waiting}`)
})

test('an export lacks nothing that was committed a second before, and its session is the newest', async () => {
  await expect.poll(() => get(csv)).toMatchObject({ isOfStandby: true })
  await onStandby('select pg_wal_replay_pause()')
  const pauseState = async () => (await onStandby('select pg_get_wal_replay_pause_state() as state')).rows[0]?.state
  await expect.poll(pauseState).toBe('paused')
  const session = await newSession()
  await earn(api.db, anna, 777)
  const committedAt = performance.now()
  let lastIncomplete = committedAt
  const statuses = new Set<number>()
  const isComplete = async () => {
    const sentAt = performance.now()
    const { status, text } = await get(csv, session)
    statuses.add(status)
    if (!text.includes('777,00')) lastIncomplete = sentAt
    return text.includes('777,00')
  }
  await expect.poll(isComplete).toBe(true)
  expect([...statuses]).toEqual([200])
  expect(lastIncomplete - committedAt).toBeLessThan(1_000)
  expect(await get(csv)).toMatchObject({ isOfStandby: false })
  await onStandby('select pg_wal_replay_resume()')
  await expect.poll(() => get(csv)).toMatchObject({ isOfStandby: true, text: expect.stringContaining('777,00') })
})

test.each([
  ['of its timeline that it has reached', true, { flushed: '0/0', timeline: '00000001' }],
  ['that it has not reached', false, { flushed: 'FFFFFFFF/0', timeline: '00000001' }],
  ['of another timeline, whose log it does not have', false, { flushed: '0/0', timeline: '00000002' }],
])('whether a standby is recent by a place in the log %s: %s', async (_, isRecent, position) => {
  const stateOf = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return await stateOfStandby(client, position).finally(() => client.end())
  }
  expect(await stateOf(database.standby.applicationUrl)).toMatchObject({ isRecent })
  expect(await stateOf(database.applicationUrl)).toMatchObject({ isRecent: false })
})
