import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createRequestContext, runInContext } from '../process/request-context.ts'
import { type Connection, connect, type Db } from './connect.ts'
import { withClient } from './connect-client.ts'
import { startEmbedded } from './embedded.ts'
import { isDatabaseUnavailable } from './error-code.ts'
import { awaitReplication, countStandbys } from './standbys.ts'
import { type Gateway, openGateway } from './testing/gateway.ts'
import { makeTestFolder } from './testing/test-folder.ts'

/** A primary whose standby never confirms. */
let server: Awaited<ReturnType<typeof startEmbedded>>
let folder: string
let connection: Connection

beforeAll(async () => {
  folder = await makeTestFolder('portal-replication-')
  // Set at the start, because a reload would take effect in each process at another time.
  server = await startEmbedded(folder, { fsync: 'off', synchronous_standby_names: 'missing' })
  await asOwner('set synchronous_commit to local', 'create table note as select 0 as number')
})
beforeEach(() => {
  connection = connect(server.url)
})
afterEach(() => connection.close())
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function asOwner(...statements: string[]): Promise<pg.QueryResult> {
  const results: pg.QueryResult[] = []
  await withClient(server.url, async (client) => {
    for (const statement of statements) results.push(await client.query(statement))
  })
  return results.at(-1) as pg.QueryResult
}

/** Runs the work of a request whose deadline passes while its commit waits for the standby. */
async function untilDeadline(work: (db: Db) => Promise<unknown>, { db } = connection): Promise<unknown> {
  const context = createRequestContext({ deadlineMs: 60_000, onSettled() {}, onSlotReleased() {} })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  promise.catch(() => {})
  runInContext(context, () => void work(db).then(resolve, reject))
  const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'"
  await expect.poll(async () => (await asOwner(waiting)).rowCount).toBe(1)
  context.cancel()
  return await promise.finally(() => context.responseEnded())
}

const unreplicated = { code: '08007' }
const insert = sql`insert into note values (1)`

test.each([
  ['a transaction', (db: Db) => db.transaction().execute((trx) => insert.execute(trx))],
  ['a single statement', (db: Db) => insert.execute(db)],
  ['a request that repeats what is committed', (db: Db) => awaitReplication(db)],
])('%s that no standby has confirmed at the deadline is no success', async (_, work) => {
  await expect(untilDeadline(work)).rejects.toMatchObject(unreplicated)
})

test('a commit that no standby has confirmed is no success, even if the server’s messages are Russian', async () => {
  const russian = await openGateway(server.url, inRussian)
  const translated = connect(russian.url)
  onTestFinished(() => translated.close())
  const notices: (string | undefined)[] = []
  translated.pool.on('connect', (client) => client.on('notice', ({ message }) => notices.push(message)))
  await expect(untilDeadline((db) => insert.execute(db), translated)).rejects.toMatchObject(unreplicated)
  expect(notices).toEqual([expect.stringMatching(/^отмена ожидания/)])
})

/** Translates the warning as the server does with `lc_messages = ru_RU.UTF-8`. The test server has no translations. */
function inRussian(sent: Buffer): Buffer {
  const english = Buffer.from('canceling wait for synchronous replication due to user request')
  const at = sent.indexOf(english)
  if (at >= 0) sent.fill(' ', at, at + english.length).write('отмена ожидания репликации', at)
  return sent
}

test.each([
  [
    'in use',
    async (db: Db, { close }: Gateway) => {
      const running = sql`select pg_sleep(10)`.execute(db)
      await expect
        .poll(async () => (await asOwner("select from pg_stat_activity where wait_event = 'PgSleep'")).rowCount)
        .toBe(1)
      close()
      return await running
    },
  ],
  [
    'that cannot be opened',
    (db: Db, { close }: Gateway) => {
      close()
      return sql`select 1`.execute(db)
    },
  ],
])('a connection %s is an unavailable database, by the code of the error', async (_, work) => {
  const way = await openGateway(server.url)
  const { db, close } = connect(way.url)
  onTestFinished(close)
  await expect(work(db, way)).rejects.toSatisfy(isDatabaseUnavailable)
})

test('the standbys of a cluster are counted, also if there is none', async () => {
  expect(await countStandbys(connection.db)).toBe(0)
})

test('a commit that no standby has confirmed is on the primary, and queries continue', async () => {
  const { db } = connection
  const before = (await sql`select from note`.execute(db)).rows.length
  await expect(untilDeadline((each) => insert.execute(each))).rejects.toMatchObject(unreplicated)
  expect((await sql`select from note`.execute(db)).rows).toHaveLength(before + 1)
})
