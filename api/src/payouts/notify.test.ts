import { expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { sharedDatabase } from '../db/testing/test-database.ts'
import { readNewestSeq } from '../messages/live/notify.ts'
import { hire, openRestaurant, order } from '../money/ledger/testing/test-ledger.ts'
import { notifyPayer } from './notify.ts'

const database = sharedDatabase()

test('a payout does not fail when its payer cannot be notified', async () => {
  const { db } = database
  const anna = await hire(db, await openRestaurant(db))
  const payoutId = await order(db, anna, { amount: 100_00 })
  const lost = connect(database.applicationUrl)
  await notifyPayer(lost.db, payoutId)
  await lost.close()
  expect(await readNewestSeq(db, anna.userId)).toBe(1)
  await notifyPayer(lost.db, payoutId)
  expect(await readNewestSeq(db, anna.userId)).toBe(1)
})
