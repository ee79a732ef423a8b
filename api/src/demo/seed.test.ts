import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../http/testing/test-api.ts'
import { seedDemo } from './seed.ts'

const api = sharedApi()
beforeAll(async () => {
  await seedDemo(api.db, api.settings, { ownerUrl: api.url })
})

test('the ledger holds: every transfer sums to zero and every balance is the sum of its entries', async () => {
  expect(await api.db.selectFrom('ledger_discrepancy').selectAll().execute()).toEqual([])
})

test('nothing is left for the worker to send to the bank', async () => {
  const open = await api.db.selectFrom('payout').select('id').where('status', 'in', ['pending', 'processing']).execute()
  expect(open).toEqual([])
})

test('a second seed adds nothing', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)).rows[0]?.n
  const before = await count()
  await Promise.all([seedDemo(api.db, api.settings), seedDemo(api.db, api.settings)])
  expect(await count()).toBe(before)
})

test('a seed that was killed is finished by the next one', async () => {
  const before = await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)
  await api.db.deleteFrom('invitation').execute()
  await seedDemo(api.db, api.settings)
  const after = await sql<{ n: number }>`select count(*)::int as n from operation`.execute(api.db)
  expect(after.rows).toEqual(before.rows)
  expect(await api.db.selectFrom('ledger_discrepancy').selectAll().execute()).toEqual([])
})
