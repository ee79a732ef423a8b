import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { withClient } from '../db/connect-client.ts'
import { rowsReadByIndex } from '../db/testing/rows-read.ts'
import { sharedDatabase } from '../db/testing/test-database.ts'
import { readCoolings } from '../identity/password/cooling.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../money/ledger/testing/test-ledger.ts'
import { leaseDueRules } from './auto-withdrawal/due-rules.ts'
import { switchOn } from './auto-withdrawal/testing/rules.ts'
import { insertPayout, readOrdered } from './repository.ts'

const database = sharedDatabase()
let anna: TestEmployee
beforeAll(async () => {
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  await earn(db, anna, 1_000)
  const binding_id = await switchOn(db, anna)
  const quarterAgo = new Date(Date.now() - 90 * 86_400_000)
  for (let n = 0; n < 50; n++) {
    await insertPayout(db, {
      kind: 'payout',
      employee_id: anna.id,
      user_id: anna.userId,
      binding_id,
      recipient_employee_id: null,
      amount: 100_00,
      fee: 0,
      destination_type: 'card',
      destination_title: '',
      comment: null,
      while_cooling: true,
      automatic: true,
      status: 'succeeded',
      at: quarterAgo,
    })
  }
  // PostgreSQL chooses the index by its statistics, which only the owner of the tables may collect.
  await withClient(database.url, (owner) => owner.query('analyze payout'))
})

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['the limits of a day and a month', (db) => readOrdered(db, { id: anna.id, user_id: anna.userId }, 'payout')],
  ['a lowered limit', (db) => readCoolings(db, anna.userId)],
  [
    'the limit of a rule',
    async (db) => expect(await leaseDueRules(db, 1)).toMatchObject([{ dayLimitLeft: 150_000_00 }]),
  ],
])('payouts of earlier months are not read for %s', async (_, work) => {
  expect(await rowsReadByIndex(database.db, 'payout', work)).toBe(0)
})
