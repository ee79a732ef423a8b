import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, safeInteger } from './connect.ts'
import { connectTimeoutMs, withClient } from './connect-client.ts'
import { sharedDatabase } from './testing/test-database.ts'

const database = sharedDatabase()

test('int8 is read as a number, and a day as its date', async () => {
  const query = sql<{ amount: number; day: string }>`select 9007199254740991::int8 as amount, date '2026-11-21' as day`
  const { rows } = await query.execute(database.db)
  expect(rows).toEqual([{ amount: Number.MAX_SAFE_INTEGER, day: '2026-11-21' }])
})

test('an int8 that a number cannot hold fails instead of being rounded', async () => {
  expect(() => safeInteger('9007199254740993')).toThrow(RangeError)
  await expect(sql`select 9007199254740993::int8`.execute(database.db)).rejects.toThrow('does not fit')
})

test.each([
  ['postgres://portal_api:x@db.example/portal', 5_000],
  ['postgres://portal_api:x@db.example/portal?connect_timeout=60', 60_000],
  ['postgres://portal_api:x@db.example/portal?connect_timeout=-1', 5_000],
  ['postgres://portal_api@/portal?host=/run/postgresql&connect_timeout=7', 7_000],
])('a connection to %s may take %d ms', (url, expected) => {
  expect(connectTimeoutMs(url)).toBe(expected)
})

test('connections that the server ended are replaced', async () => {
  const idleErrors: Error[] = []
  const broken = Promise.withResolvers<void>()
  const { db, close } = connect(database.applicationUrl, {
    max: 1,
    onIdleError(error) {
      idleErrors.push(error)
      broken.resolve()
    },
  })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await withClient(database.url, (owner) => owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
  await broken.promise
  expect(idleErrors).toHaveLength(1)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})
