import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRequestContext, runInContext } from '../process/request-context.ts'
import { type Connection, connect, type Db } from './connect.ts'
import { sharedDatabase } from './testing/test-database.ts'

const DEADLINE_MS = 60_000
const database = sharedDatabase()
let connection: Connection

beforeEach(() => {
  connection = connect(database.applicationUrl, { max: 1 })
})
afterEach(() => connection.close())

async function processId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)
  return rows[0]?.id ?? 0
}

test('the connection of a canceled query is closed, because the cancellation may arrive while it serves another request', async () => {
  const { db } = connection
  const before = await processId(db)
  const context = createRequestContext({ deadlineMs: DEADLINE_MS, onSettled() {}, onSlotReleased() {} })
  const query = Promise.withResolvers<unknown>()
  runInContext(context, () => sql`select pg_sleep(60)`.execute(db).then(query.resolve, query.reject))
  await expect.poll(() => connection.pool.idleCount).toBe(0)
  context.cancel()
  await expect(query.promise).rejects.toMatchObject({ code: '57014' })
  expect(await processId(db)).not.toBe(before)
  context.responseEnded()
})

test('the connection of a request that was not canceled is reused', async () => {
  const { db } = connection
  const context = createRequestContext({ deadlineMs: DEADLINE_MS, onSettled() {}, onSlotReleased() {} })
  const { promise: before, resolve } = Promise.withResolvers<number>()
  runInContext(context, () => resolve(processId(db)))
  await before
  context.responseEnded()
  expect(await processId(db)).toBe(await before)
})
