import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequestContext, runInContext } from '../request-context.ts'
import { cancelablePool } from './cancelable-pool.ts'
import type { Db } from './connect.ts'
import { type ServerClient, serverPool } from './server-pool.ts'
import { standbyPool } from './standby-pool.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

const asOf = new Date('2026-11-23T21:00:00Z')
let primary: TestDatabase
/** Another database in its place, which takes no writes either. */
let standby: TestDatabase
let db: Db
let requests: ReturnType<typeof standbyPool>
const state = { hasPrimary: true, responds: true, hasStandby: true }
/** Where the next connections of each pool lead. */
let openings: { primary: TestDatabase[]; standby: TestDatabase[] }

beforeAll(async () => {
  primary = await testDatabase()
  standby = await testDatabase()
  await asOwner(`alter database ${nameOf(standby)} set default_transaction_read_only = on`)
})
beforeEach(() => {
  Object.assign(state, { hasPrimary: true, responds: true, hasStandby: true })
  openings = { primary: [], standby: [] }
  const poolOf = (choose: () => TestDatabase) => {
    const pool = serverPool(() => choose().applicationUrl, { max: 2 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return cancelablePool(pool, () => {})
  }
  requests = standbyPool({
    primary: poolOf(() => openings.primary.shift() ?? primary),
    standby: poolOf(() => openings.standby.shift() ?? standby),
    watch: {
      primary: () => (state.hasPrimary ? primary.applicationUrl : undefined),
      isPrimaryResponsive: () => state.hasPrimary && state.responds,
      recentPosition: () => undefined,
      standby: () => (state.hasStandby ? { url: standby.applicationUrl, asOf } : undefined),
    },
    isCurrent: isOfPrimary,
    isPromoted: isOfPrimary,
  })
  db = new Kysely({ dialect: new PostgresDialect({ pool: requests }) })
})
afterEach(() => db.destroy())
afterAll(async () => {
  await primary.drop()
  await standby.drop()
})

const isOfPrimary = (client: unknown) => (client as ServerClient).url === primary.applicationUrl

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)

async function asOwner(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}

const sleeping = "from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"

async function untilSleeping(): Promise<void> {
  await expect.poll(async () => (await asOwner(`select ${sleeping}`)).rowCount).toBe(1)
}

/** Runs as a request that a standby may serve. Returns its result and what its response says of the standby. */
async function asRead<T>(work: () => Promise<T>): Promise<{ result: T; asOf: Date | undefined }> {
  const context = createRequestContext({
    deadlineMs: 60_000,
    mayReadStandby: true,
    onSettled() {},
    onLeavePlace() {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  runInContext(context, () => void work().then(resolve, reject))
  return { result: await promise.finally(() => context.responseEnded()), asOf: context.asOf }
}

const readName = async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name
}

test('reads are served by the primary while it responds', async () => {
  expect(await asRead(readName)).toEqual({ result: nameOf(primary), asOf: undefined })
})

test.each([
  ['there is no primary', { hasPrimary: false }],
  ['the primary does not respond', { responds: false }],
])('reads are served by the standby while %s, and name the age of the data', async (_, change) => {
  Object.assign(state, change)
  expect(await asRead(readName)).toEqual({ result: nameOf(standby), asOf })
})

test('all else rejects at once while there is no primary', async () => {
  state.hasPrimary = false
  await expect(readName()).rejects.toMatchObject({ code: '08006' })
  await expect(db.transaction().execute(async () => {})).rejects.toMatchObject({ code: '08006' })
})

test('a connection that was opened to another server while there was no primary serves nothing', async () => {
  openings.primary = [standby]
  expect(await readName()).toBe(nameOf(primary))
})

/** Sleeps on the primary alone. */
async function readSlowly(): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select current_database() as name, pg_sleep(case current_database() when ${nameOf(primary)} then 60 else 0 end)`.execute(
    db,
  )
  return rows[0]?.name
}

test('a read that is lost with the primary runs again on the standby', async () => {
  const reading = asRead(readSlowly)
  await untilSleeping()
  state.hasPrimary = false
  await asOwner(`select pg_terminate_backend(pid) ${sleeping}`)
  expect(await reading).toEqual({ result: nameOf(standby), asOf })
})

test('a connection to the standby that has become the primary serves no read while that one is silent', async () => {
  openings.standby = [primary]
  state.responds = false
  expect(await asRead(readName)).toEqual({ result: nameOf(standby), asOf })
})

test('a read that waits for a silent primary runs again on the standby', async () => {
  const reading = asRead(readSlowly)
  await untilSleeping()
  state.responds = false
  requests.leavePrimary()
  expect(await reading).toEqual({ result: nameOf(standby), asOf })
  await asOwner(`select pg_terminate_backend(pid) ${sleeping}`)
})

test('a transaction whose connection was lost before its first statement begins on another one', async () => {
  const client = await requests.connect()
  const { rows } = await client.query('select pg_backend_pid() as id')
  await asOwner(`select pg_terminate_backend(${rows[0]?.id})`)
  await client.query('begin')
  const again = await client.query('select pg_backend_pid() as id')
  expect(again.rows[0]?.id).not.toBe(rows[0]?.id)
  await client.query('commit')
  client.release()
})

test('a transaction that is lost after its first statement does not run again', async () => {
  let runs = 0
  const working = db.transaction().execute(async (trx) => {
    runs += 1
    await sql`select pg_sleep(60)`.execute(trx)
  })
  const rejected = expect(working).rejects.toThrow(/terminat/)
  await untilSleeping()
  await asOwner(`select pg_terminate_backend(pid) ${sleeping}`)
  await rejected
  expect(runs).toBe(1)
})

test('a write of a request that reads is rejected by the standby', async () => {
  state.hasPrimary = false
  const writing = asRead(() => sql`delete from session`.execute(db))
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})
