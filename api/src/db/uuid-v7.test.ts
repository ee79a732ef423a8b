import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from './testing/test-database.ts'
import { uuidV7 } from './uuid-v7.ts'

const database = sharedDatabase()

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The first 48 bits are milliseconds. */
const uuidTime = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

test('an id of the API has version 7 and its time', () => {
  const id = uuidV7(new Date('2026-11-24T12:00:00.123Z'))
  expect(id).toMatch(version7)
  expect(uuidTime(id)).toBe(Date.parse('2026-11-24T12:00:00.123Z'))
})

test('an id of the database has version 7 and its time, and no two are the same', async () => {
  const { rows } = await sql<{ id: string; ms: number }>`
    select uuid_v7() as id, (extract(epoch from clock_timestamp()) * 1000)::float8 as ms
    from generate_series(1, 100)`.execute(database.db)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(100)
  for (const { id, ms } of rows) {
    expect(id).toMatch(version7)
    expect(Math.abs(uuidTime(id) - ms)).toBeLessThan(1_000)
  }
})
