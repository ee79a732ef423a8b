import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import {
  discrepancies,
  earn,
  hire,
  openRestaurant,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { listUserOperations } from '../../money/operations/service.ts'
import { settle } from '../delivery/settle.ts'
import { withdraw } from '../testing/withdrawals.ts'
import { employeeFee, PAYOUT_FEES } from './limits.ts'

const database = sharedDatabase()
let anna: TestEmployee
beforeAll(async () => {
  const restaurant = await openRestaurant(database.db)
  anna = await hire(database.db, restaurant)
  await earn(database.db, anna, 100_000)
})

async function share(fee_share: number) {
  await database.db.updateTable('restaurant').set({ fee_share }).where('id', '=', anna.restaurantId).execute()
}

/** Kopecks of fees that were charged, and of those that restaurants owe. */
const readFees = async () => [
  await systemBalance(database.db, 'fees'),
  await systemBalance(database.db, 'restaurant_fees'),
]

// spec: 11.14
test.each([
  [0, 75, 0],
  [40, 45, 30],
  [100, 0, 75],
])(
  'a restaurant that bears %d % leaves %d ₽ to the employee, and owes %d ₽ once the bank has paid',
  async (percent, fee, rest) => {
    await share(percent)
    const [charged = 0, owed = 0] = await readFees()
    const payout = await withdraw(database.db, anna, 5_000)
    expect(payout).toMatchObject({ amount: 5_000, fee, net: 5_000 - fee })
    const shown = rest > 0 ? rest : undefined
    expect(payout.restaurant_fee).toBe(shown)
    const { items } = await listUserOperations(database.db, anna.userId, {})
    expect(items.find(({ payout_id }) => payout_id === payout.id)).toMatchObject({ fee })
    expect(items.find(({ payout_id }) => payout_id === payout.id)?.restaurant_fee).toBe(shown)
    expect(await readFees(), 'not paid yet').toEqual([charged, owed])
    // The order keeps the share that it was booked with, even if the restaurant's share changes before the bank pays.
    await share(10)
    await settle(database.db, payout.id, { status: 'paid', rrn: '1' })
    expect(await readFees()).toEqual([charged + 75_00, owed - rest * 100])
    expect(await discrepancies(database.db)).toEqual([])
  },
)

test('a restaurant bears its share for two withdrawals of an employee a day, and the fee of the next one is whole', async () => {
  const { db } = database
  const boris = await hire(db, await openRestaurant(db))
  await earn(db, boris, 1_000)
  await db.updateTable('restaurant').set({ fee_share: 100 }).where('id', '=', boris.restaurantId).execute()
  const fees = []
  for (let times = 0; times < 4; times++) fees.push((await withdraw(db, boris, 100)).fee)
  expect(fees).toEqual([0, 0, 15, 15])
  await db.updateTable('payout').set({ created_at: sql`created_at - interval '1 day'` }).execute()
  expect((await withdraw(db, boris, 100)).fee).toBe(0)
})

test('no fee is paid for a withdrawal that the bank declines', async () => {
  await share(50)
  const [before, balance] = [await readFees(), await walletBalance(database.db, anna)]
  const { id } = await withdraw(database.db, anna, 1_000)
  await settle(database.db, id, { status: 'declined', reason: 'card_invalid' })
  expect(await readFees()).toEqual(before)
  expect(await walletBalance(database.db, anna)).toBe(balance)
})

test.each([
  [0, PAYOUT_FEES.card],
  [50, { percent: 0.75, fixed: 0, min: 7.5 }],
  [33, { percent: 1.01, fixed: 0, min: 10.05 }],
  [100, { percent: 0, fixed: 0, min: 0 }],
])('with a share of %d % the employee pays by %o', (percent, fee) => {
  expect(employeeFee(PAYOUT_FEES.card, percent)).toEqual(fee)
})
