import type { OrderToConfirm } from '@portal/contracts/new-payout'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import {
  addCard,
  earn,
  hire,
  openRestaurant,
  type TestEmployee,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { requestPayout } from '../service.ts'
import { codeFor, settings, signedIn } from '../testing/withdrawals.ts'
import { listTerms, readTransferLimits } from './terms.ts'

const database = sharedDatabase()
let connection: Connection
let anna: TestEmployee
let boris: TestEmployee
/** Anna's employee at another restaurant of the same bank. */
let elsewhere: TestEmployee
let card: string

beforeAll(() => {
  connection = connect(database.url, { max: 8 })
})
afterAll(() => connection.close())
beforeEach(async () => {
  const { db } = database
  const restaurant = await openRestaurant(db)
  anna = await hire(db, restaurant, { isDefault: true })
  boris = await hire(db, restaurant, { firstName: 'Борис' })
  elsewhere = await hire(db, await openRestaurant(db), { user: anna.userId })
  card = await addCard(db, anna)
  for (const employee of [anna, elsewhere]) await earn(db, employee, 300_000)
})

async function withdraw(amount: number, { from = anna, to = card } = {}) {
  const order = { kind: 'payout', rest_id: from.restaurantId, binding_id: to, amount } as const
  return await sendOrder(order)
}

async function transfer(amount: number) {
  return await sendOrder({ kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id: boris.id, amount })
}

async function sendOrder(order: OrderToConfirm) {
  const code = await codeFor(database.db, anna, order)
  return await requestPayout({ db: connection.db, settings }, signedIn(anna), crypto.randomUUID(), { ...order, code })
}

const exceeds = (reason: string) => ({
  status: 422,
  code: 'limit_exceeded',
  data: { errors: { amount: ['limit_exceeded'] }, reason },
})
const began = (column: 'recovered_at' | 'phone_changed_at', ago = '1 hour') =>
  sql`update user_account set ${sql.ref(column)} = now() - ${ago}::interval where id = ${anna.userId}`.execute(
    database.db,
  )
const added = (method: string, ago = '1 hour') =>
  sql`update payout_binding set confirmed_at = now() - ${ago}::interval where id = ${method}`.execute(database.db)
const payer = (employee = anna) => ({ id: employee.id, user_id: employee.userId, fee_share: 0 })

describe.each([
  ['a recovery', 'recovered_at', 'recovery'],
  ['a new phone', 'phone_changed_at', 'phone'],
] as const)('for a day after %s', (_, column, reason) => {
  test('10 000 ₽ may leave in total: withdrawals and transfers, of every restaurant', async () => {
    await began(column)
    await withdraw(4_000)
    await transfer(3_000)
    await expect(withdraw(3_001, { from: elsewhere })).rejects.toMatchObject(exceeds(reason))
    await expect(transfer(3_001)).rejects.toMatchObject(exceeds(reason))
    await withdraw(3_000, { from: elsewhere })
    await expect(transfer(1)).rejects.toMatchObject(exceeds(reason))
    expect(await walletBalance(database.db, anna)).toBe(293_000_00)
  })

  test('a day later the limit is as before', async () => {
    await began(column, '24 hours')
    await withdraw(75_000)
  })

  test('a second change within the day does not reset the count', async () => {
    await began(column)
    await withdraw(9_000)
    for (const again of ['recovered_at', 'phone_changed_at'] as const) await began(again, '0 seconds')
    await expect(transfer(1_001)).rejects.toMatchObject(exceeds(expect.stringMatching(/recovery|phone/)))
    await transfer(1_000)
  })

  test('money that left before it does not count', async () => {
    await withdraw(9_000)
    await began(column, '0 seconds')
    await withdraw(10_000)
  })

  // spec: 11.12
  test('payout terms and transfers show the lowered limits, the reason and the end', async () => {
    await began(column)
    await withdraw(4_000)
    const lowered = { reason: expect.stringContaining('недавно'), until: expect.any(String) }
    const shown = { max: 10_000, day_limit_left: 6_000, lowered }
    expect(await listTerms(database.db, payer())).toMatchObject([shown, shown])
    expect(await readTransferLimits(database.db, payer())).toEqual(shown)
    await withdraw(5_950)
    expect(await listTerms(database.db, payer())).toMatchObject([
      { enabled: false, disabled_reason: expect.stringMatching(/^Лимит исчерпан: недавно .*$/) },
      { enabled: false },
    ])
  })
})

describe('for a day after a card is added', () => {
  test('10 000 ₽ may go to it, from every restaurant, and more to an old one', async () => {
    await added(card)
    const old = await addCard(database.db, anna, '4321')
    await withdraw(6_000)
    await expect(withdraw(4_001, { from: elsewhere })).rejects.toMatchObject(exceeds('method'))
    await withdraw(4_000, { from: elsewhere })
    await expect(withdraw(100)).rejects.toMatchObject(exceeds('method'))
    await withdraw(75_000, { to: old })
    await transfer(75_000)
    await added(card, '24 hours')
    await withdraw(50_000)
  })

  test('10 000 ₽ may go to all new methods together, also when some are deleted or moved to another bank meanwhile', async () => {
    const { db } = database
    await added(card)
    await withdraw(4_000)
    const second = await addCard(db, anna, '2222')
    await added(second, '1 minute')
    await withdraw(3_000, { to: second })
    await sql`update payout set status = 'succeeded'`.execute(db)
    await sql`update payout_binding set deleted_at = now(), is_default = false where id in (${card}, ${second})`.execute(
      db,
    )
    const third = await addCard(db, anna, '3333')
    await added(third, '0 seconds')
    await expect(withdraw(3_001, { to: third })).rejects.toMatchObject(exceeds('method'))
    await withdraw(3_000, { to: third })
    // Another bank makes a phone a new method again.
    await added(third, '0 seconds')
    await expect(withdraw(100, { to: third })).rejects.toMatchObject(exceeds('method'))
  })

  // spec: 11.12
  test('payout terms show the limit of the new card beside the others', async () => {
    await added(card)
    await withdraw(6_000)
    const [byCard, bySbp] = await listTerms(database.db, payer())
    expect(byCard).toMatchObject({ max: 75_000, day_limit_left: 144_000 })
    expect(byCard?.new_bindings).toEqual([
      {
        binding_id: card,
        max: 10_000,
        day_limit_left: 4_000,
        reason: 'недавно добавлена карта',
        until: expect.any(String),
      },
    ])
    expect(bySbp?.new_bindings).toEqual([])
  })

  test('a canceled withdrawal does not count', async () => {
    await added(card)
    const { id } = await withdraw(10_000)
    await sql`update payout set status = 'canceled' where id = ${id}`.execute(database.db)
    await withdraw(10_000)
  })
})

test('simultaneous orders from two restaurants do not exceed a cooling limit together', async () => {
  await began('recovered_at')
  const order = (from: TestEmployee) =>
    ({ kind: 'payout', rest_id: from.restaurantId, binding_id: card, amount: 6_000 }) as const
  const orders = [order(anna), order(elsewhere)]
  const codes: string[] = []
  for (const each of orders) codes.push(await codeFor(database.db, anna, each))
  const attempts = await Promise.allSettled(
    orders.map((each, index) =>
      requestPayout({ db: connection.db, settings }, signedIn(anna), crypto.randomUUID(), {
        ...each,
        code: codes[index] ?? '',
      }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(attempts).toContainEqual({ status: 'rejected', reason: expect.objectContaining(exceeds('recovery')) })
})

describe('a transfer', () => {
  // spec: 11.11
  test('is of 75 000 ₽ at most', async () => {
    await expect(transfer(75_001)).rejects.toMatchObject(exceeds('at_once'))
    await transfer(75_000)
  })

  // spec: 11.11
  test('counts against 150 000 ₽ a day, apart from withdrawals, also when several are ordered at the same time', async () => {
    await withdraw(75_000)
    const order = (amount: number) =>
      ({ kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id: boris.id, amount }) as const
    const amounts = [50_000, 50_001, 50_002, 50_003]
    const codes: string[] = []
    for (const amount of amounts) codes.push(await codeFor(database.db, anna, order(amount)))
    await sql`update otp set expires_at = now() + interval '5 minutes'`.execute(database.db)
    const attempts = await Promise.allSettled(
      amounts.map((amount, index) =>
        requestPayout({ db: connection.db, settings }, signedIn(anna), crypto.randomUUID(), {
          ...order(amount),
          code: codes[index] ?? '',
        }),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(attempts).toContainEqual({ status: 'rejected', reason: expect.objectContaining(exceeds('day')) })
    expect((await readTransferLimits(database.db, payer())).day_limit_left).toBeLessThan(50_000)
  })
})
