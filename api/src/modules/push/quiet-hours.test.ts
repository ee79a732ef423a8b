import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { endOfQuietHours } from './quiet-hours.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

// Moscow is three hours ahead of UTC, Kaliningrad two.
test.each([
  [23, 9, 'Europe/Moscow', '2026-11-24T20:30:00Z', '2026-11-25T06:00:00.000Z'],
  [23, 9, 'Europe/Moscow', '2026-11-25T02:00:00Z', '2026-11-25T06:00:00.000Z'],
  [23, 9, 'Europe/Moscow', '2026-11-24T06:00:00Z', null],
  [23, 9, 'Europe/Moscow', '2026-11-24T19:59:00Z', null],
  [23, 9, 'Europe/Kaliningrad', '2026-11-24T20:30:00Z', null],
  [0, 7, 'Europe/Moscow', '2026-11-24T21:00:00Z', '2026-11-25T04:00:00.000Z'],
  [13, 15, 'Europe/Moscow', '2026-11-24T11:59:00Z', '2026-11-24T12:00:00.000Z'],
  [13, 15, 'Europe/Moscow', '2026-11-24T12:00:00Z', null],
  [null, null, 'Europe/Moscow', '2026-11-24T12:00:00Z', null],
])('from %j to %j in %s, a message of %s waits until %j', async (from, to, timeZone, at, until) => {
  const end = endOfQuietHours({
    at: sql`${at}::timestamptz`,
    timeZone: sql`${timeZone}::text`,
    from: sql`${from}::int`,
    to: sql`${to}::int`,
  })
  const { rows } = await sql<{ end: Date | null }>`select ${end} as "end"`.execute(database.db)
  expect(rows[0]?.end?.toISOString() ?? null).toBe(until)
})
