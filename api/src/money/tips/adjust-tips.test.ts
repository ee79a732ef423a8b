import { randomInt, randomUUID } from 'node:crypto'
import type { TipAdjustment } from '@portal/contracts/ingest'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { settle } from '../../payouts/delivery/settle.ts'
import { withdraw } from '../../payouts/testing/withdrawals.ts'
import { readUserBalances } from '../balance/service.ts'
import {
  discrepancies,
  hire,
  openRestaurant,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from '../ledger/testing/test-ledger.ts'
import { listUserOperations } from '../operations/service.ts'
import { adjustTips } from './adjust-tips.ts'
import { bookTips } from './service.ts'
import { readTipsStats } from './stats.ts'
import { daysUnlikeTheirHours } from './testing/test-tips.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee

beforeEach(async () => {
  const restaurant = await openRestaurant(database.db)
  anna = await hire(database.db, restaurant)
  boris = await hire(database.db, restaurant)
})
// No test may make money appear or vanish.
afterEach(async () => expect(await discrepancies(database.db)).toEqual([]))
afterEach(async () => expect(await daysUnlikeTheirHours(database.db)).toEqual([]))

/** A day of the last 90, whose tips count in the average. */
const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
const paid_at = `${day}T12:00:00+03:00`

/** Books a tip and returns its external id. */
async function tipFor(employee: TestEmployee, amount: number, status: 'pending' | 'completed' = 'completed') {
  const external_id = randomUUID()
  await bookTips(database.db, [{ external_id, employee_id: employee.id, amount, paid_at, status }])
  return external_id
}

function clear(tip: string, employee: TestEmployee, amount: number) {
  return bookTips(database.db, [{ external_id: tip, employee_id: employee.id, amount, paid_at, status: 'completed' }])
}

function chargeback(tip: string, change: number, more: Partial<TipAdjustment> = {}): TipAdjustment {
  return { external_id: randomUUID(), tip, kind: 'chargeback', change, ...more }
}

const correction = (tip: string, change: number, more: Partial<TipAdjustment> = {}) =>
  chargeback(tip, change, { kind: 'correction', ...more })

/** Rubles. */
async function readMoney({ userId, restaurantId }: TestEmployee) {
  const {
    balance = 0,
    pending = 0,
    debt = 0,
  } = (await readUserBalances(database.db, userId)).byRestaurant.get(restaurantId) ?? {}
  return { balance, pending, debt }
}

async function readLines({ userId }: TestEmployee) {
  const { items } = await listUserOperations(database.db, userId, {})
  return items.map(({ type, direction, amount, status }) => [type, direction, amount, status].join(' '))
}

async function adjust(...adjustments: TipAdjustment[]) {
  return await adjustTips(database.db, adjustments)
}

// spec: 9.38
test('a correction changes the balance, the list and the statistics of the day', async () => {
  const tip = await tipFor(anna, 500)
  expect(await adjust(correction(tip, -200), correction(tip, 50, { reason: 'Ошибка кассы' }))).toEqual({
    booked: 2,
    repeated: 0,
  })
  expect(await readMoney(anna)).toEqual({ balance: 350, pending: 0, debt: 0 })
  expect(await readLines(anna)).toEqual([
    'correction_in in 50 completed',
    'correction_out out 200 completed',
    'tip in 500 completed',
  ])
  const [newest, , booked] = (await listUserOperations(database.db, anna.userId, {})).items
  expect(newest).toMatchObject({ title: `Исправление чаевых № ${booked?.number}`, comment: 'Ошибка кассы' })
  const period = { restId: anna.restaurantId, from: day, to: day }
  expect(await readTipsStats(database.db, anna.userId, period)).toMatchObject({ total: 350, count: 1 })
})

test('the line of a chargeback names the tip, not the guest, by the number', async () => {
  await adjust(chargeback(await tipFor(anna, 500), -500))
  const [newest, booked] = (await listUserOperations(database.db, anna.userId, {})).items
  expect(newest?.title).toBe(`Возврат гостю чаевых № ${booked?.number}`)
})

test('a tip that is taken back counts in no average', async () => {
  const tip = await tipFor(anna, 500)
  await tipFor(anna, 100)
  await adjust(chargeback(tip, -500))
  const balance = (await readUserBalances(database.db, anna.userId)).byRestaurant.get(anna.restaurantId)
  expect(balance).toMatchObject({ balance: 100, avg_sum: 100 })
  await adjust(chargeback(tip, 500))
  expect((await readUserBalances(database.db, anna.userId)).total).toMatchObject({ balance: 600, avg_sum: 300 })
})

describe('what the wallet cannot pay', () => {
  let tip: string
  let payoutId: string

  beforeEach(async () => {
    tip = await tipFor(anna, 1_000)
    payoutId = (await withdraw(database.db, anna, 800)).id
  })

  // spec: 9.38
  test('is a debt, which later tips pay', async () => {
    const clearing = await systemBalance(database.db, 'tips_clearing')
    await adjust(chargeback(tip, -1_000))
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 800 })
    // The payment side gets everything back, including what the employee still owes.
    expect((await systemBalance(database.db, 'tips_clearing')) - clearing).toBe(1_000_00)

    await tipFor(anna, 300)
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 500 })
    await tipFor(anna, 700)
    expect(await readMoney(anna)).toEqual({ balance: 200, pending: 0, debt: 0 })
    expect((await readLines(anna)).slice(0, 3)).toEqual([
      'tip in 700 completed',
      'tip in 300 completed',
      'chargeback out 1000 completed',
    ])
  })

  test('is paid once by tips of one batch, and by none of a colleague', async () => {
    await adjust(chargeback(tip, -1_000))
    const paid_at = new Date().toISOString()
    const incoming = [anna, boris, anna, anna].map(({ id }) => ({
      external_id: randomUUID(),
      employee_id: id,
      amount: 300,
      paid_at,
      status: 'completed' as const,
    }))
    await bookTips(database.db, incoming)
    await bookTips(database.db, incoming)
    expect(await readMoney(anna)).toEqual({ balance: 100, pending: 0, debt: 0 })
    expect(await readMoney(boris)).toEqual({ balance: 300, pending: 0, debt: 0 })
  })

  test('is paid by a pending tip when it is cleared, and not before', async () => {
    await adjust(chargeback(tip, -1_000))
    const pending = await tipFor(anna, 900, 'pending')
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 900, debt: 800 })
    await clear(pending, anna, 900)
    expect(await readMoney(anna)).toEqual({ balance: 100, pending: 0, debt: 0 })
  })

  test('is paid by a chargeback that the guest has lost', async () => {
    await adjust(chargeback(tip, -1_000), chargeback(tip, 1_000))
    expect(await readMoney(anna)).toEqual({ balance: 200, pending: 0, debt: 0 })
  })

  test('is paid by a withdrawal that the bank declines', async () => {
    await adjust(chargeback(tip, -1_000))
    await settle(database.db, payoutId, { status: 'declined', reason: 'card_invalid' })
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 0 })
    expect(await walletBalance(database.db, anna)).toBe(0)
  })

  test('grows by the next chargeback', async () => {
    const other = await tipFor(anna, 100)
    await adjust(chargeback(tip, -1_000), chargeback(other, -100))
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 800 })
    await tipFor(anna, 900)
    expect(await readMoney(anna)).toEqual({ balance: 100, pending: 0, debt: 0 })
  })
})

describe('a pending tip', () => {
  test('is cleared with what is left of it', async () => {
    const tip = await tipFor(anna, 500, 'pending')
    await adjust(correction(tip, -200))
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 300, debt: 0 })
    expect(await readLines(anna)).toEqual(['correction_out out 200 pending', 'tip in 500 pending'])
    await clear(tip, anna, 500)
    expect(await readMoney(anna)).toEqual({ balance: 300, pending: 0, debt: 0 })
    expect(await readLines(anna)).toEqual(['correction_out out 200 completed', 'tip in 500 completed'])
    await adjust(correction(tip, -300))
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 0 })
  })

  test('with nothing left no longer waits', async () => {
    const tip = await tipFor(anna, 500, 'pending')
    await adjust(correction(tip, -200), chargeback(tip, -300))
    expect(await readMoney(anna)).toEqual({ balance: 0, pending: 0, debt: 0 })
    expect(await readLines(anna)).toEqual([
      'chargeback out 300 completed',
      'correction_out out 200 completed',
      'tip in 500 completed',
    ])
    expect(await clear(tip, anna, 500)).toEqual({ booked: 0, repeated: 1 })
    await adjust(correction(tip, 100))
    expect(await readMoney(anna)).toEqual({ balance: 100, pending: 0, debt: 0 })
  })
})

describe('the same again', () => {
  test('changes nothing, also ten times simultaneously', async () => {
    const tip = await tipFor(anna, 500)
    const batch = [chargeback(tip, -200), correction(tip, -100)]
    const responses = await Promise.all(Array.from({ length: 10 }, () => adjust(...batch)))
    expect(responses.reduce((sum, { booked }) => sum + booked, 0)).toBe(2)
    expect(await adjust(...batch, ...batch)).toEqual({ booked: 0, repeated: 4 })
    expect(await readMoney(anna)).toEqual({ balance: 200, pending: 0, debt: 0 })
  })

  test('with another content is rejected', async () => {
    const [tip, other] = [await tipFor(anna, 500), await tipFor(boris, 500)]
    const known = chargeback(tip, -200)
    await adjust(known)
    for (const change of [{ change: -201 }, { kind: 'correction' as const }, { tip: other }]) {
      await expect(adjust({ ...known, ...change })).rejects.toMatchObject({ status: 409, code: 'adjustment_changed' })
    }
  })

  test('for two tips at the same time belongs to one of them', async () => {
    for (const external_id of Array.from({ length: 10 }, () => randomUUID())) {
      const tips = [await tipFor(anna, 100), await tipFor(boris, 100)]
      const results = await Promise.allSettled(tips.map((tip) => adjust(chargeback(tip, -50, { external_id }))))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'adjustment_changed' },
      })
    }
  })
})

describe('all or none', () => {
  test('an unknown tip', async () => {
    const tip = await tipFor(anna, 500)
    await expect(adjust(chargeback(tip, -100), chargeback('no such tip', -100))).rejects.toMatchObject({
      status: 422,
      data: { errors: { 'adjustments.1.tip': ['unknown_tip'] } },
    })
    expect(await readMoney(anna)).toEqual({ balance: 500, pending: 0, debt: 0 })
  })

  test('more than the tip, together with what was taken before', async () => {
    const tip = await tipFor(anna, 500)
    await adjust(chargeback(tip, -300))
    await expect(adjust(chargeback(tip, -100), correction(tip, -100.01))).rejects.toMatchObject({
      status: 422,
      data: { errors: { 'adjustments.1.change': ['more_than_tip'] } },
    })
    expect(await readMoney(anna)).toEqual({ balance: 200, pending: 0, debt: 0 })
  })

  test('more than the tip by simultaneous requests', async () => {
    const tip = await tipFor(anna, 500)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => adjust(chargeback(tip, -200))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await readMoney(anna)).toEqual({ balance: 100, pending: 0, debt: 0 })
  })
})

test('with simultaneous tips, chargebacks and withdrawals, the balance less the debt is what was earned less what was withdrawn', async () => {
  const tips = await Promise.all(Array.from({ length: 12 }, () => tipFor(anna, 200)))
  const taken = tips.map((tip) => chargeback(tip, -randomInt(1, 200)))
  let withdrawn = 0
  await Promise.all([
    ...taken.map((each) => adjust(each)),
    ...Array.from({ length: 6 }, () => tipFor(anna, 50)),
    withdraw(database.db, anna, 150).then(
      () => {
        withdrawn = 150
      },
      // The chargebacks may have been faster.
      (error: unknown) => expect(error).toMatchObject({ code: 'insufficient_funds' }),
    ),
  ])
  const { balance, debt } = await readMoney(anna)
  const earned = 12 * 200 + 6 * 50 + taken.reduce((sum, { change }) => sum + change, 0)
  expect(balance - debt).toBe(earned - withdrawn)
  expect(Math.min(balance, debt)).toBe(0)
})
