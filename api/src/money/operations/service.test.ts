import { randomUUID } from 'node:crypto'
import type { OperationFilter } from '@portal/contracts/operation'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../ledger/testing/test-ledger.ts'
import { addOperations, type NewOperation } from './feed.ts'
import { listUserOperations } from './service.ts'

const database = sharedDatabase()
let anna: TestEmployee

beforeEach(async () => {
  anna = await hire(database.db, await openRestaurant(database.db))
})

const nothing = { tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

async function add(employee: TestEmployee, operation: Partial<NewOperation> & { at: Date }) {
  const whose = { employeeId: employee.id, userId: employee.userId }
  await database.db
    .transaction()
    .execute((trx) =>
      addOperations(trx, [{ ...whose, type: 'tip', amount: 100, status: 'completed', title: '', ...operation }]),
    )
}

async function amounts(filter: OperationFilter & { page?: number; as_of?: string } = {}): Promise<number[]> {
  return (await listUserOperations(database.db, anna.userId, filter)).items.map(({ amount }) => amount)
}

function minutesAfter(start: string, minutes: number): Date {
  return new Date(Date.parse(start) + minutes * 60_000)
}

describe('pages', () => {
  beforeEach(async () => {
    for (let n = 1; n <= 45; n++) await add(anna, { amount: n * 100, at: minutesAfter('2026-11-10T10:00:00Z', n) })
  })

  // spec: 9.6
  test('are newest first, twenty each; one past the end is empty', async () => {
    expect(await amounts()).toEqual(Array.from({ length: 20 }, (_, n) => 45 - n))
    expect(await amounts({ page: 3 })).toEqual([5, 4, 3, 2, 1])
    expect(await amounts({ page: 4 })).toEqual([])
    const { total, pages, per_page, page } = await listUserOperations(database.db, anna.userId, { page: 3 })
    expect({ total, pages, per_page, page }).toEqual({ total: 45, pages: 3, per_page: 20, page: 3 })
  })

  test('have totals of the operations that existed on the first page', async () => {
    const { as_of } = await listUserOperations(database.db, anna.userId, {})
    await add(anna, { amount: 1_000_00, at: minutesAfter('2026-11-10T10:00:00Z', 46) })
    const totals = async (page: number) =>
      (await listUserOperations(database.db, anna.userId, { page, as_of })).day_totals
    expect(await totals(1)).toMatchObject([{ total: (45 * 46) / 2 }])
    expect(await totals(2)).toMatchObject([{ total: (45 * 46) / 2 }])
    expect((await listUserOperations(database.db, anna.userId, { page: 2 })).day_totals).toMatchObject([
      { total: (45 * 46) / 2 + 1_000 },
    ])
  })

  // spec: 9.15
  test('have totals of whole days, also of a day that continues on the next page', async () => {
    const whole = (45 * 46) / 2
    for (const page of [1, 2, 3]) {
      const { day_totals } = await listUserOperations(database.db, anna.userId, { page })
      expect(day_totals).toEqual([{ ...nothing, date: '2026-11-10', total: whole, tips: whole }])
    }
  })
})

// spec: 9.15
test('a day has separate totals of incoming, outgoing and pending money', async () => {
  const at = new Date('2026-11-10T10:00:00Z')
  await add(anna, { amount: 1_000_00, at })
  await add(anna, { amount: 422_00, at })
  await add(anna, { amount: 50_00, status: 'pending', at })
  await add(anna, { amount: 60_00, status: 'canceled', at })
  await add(anna, { amount: 300_50, fee: 15_00, type: 'payout', at })
  await add(anna, { amount: 200_00, type: 'payout', status: 'canceled', at })
  await add(anna, { amount: 700_00, type: 'payout', status: 'pending', at })
  await add(anna, { amount: 100_00, type: 'transfer_out', at })
  await add(anna, { amount: 10_00, type: 'transfer_in', at })
  await add(anna, { amount: 5_00, type: 'refund', at })
  const { day_totals } = await listUserOperations(database.db, anna.userId, {})
  expect(day_totals).toEqual([
    {
      date: '2026-11-10',
      total: 1036.5,
      tips: 1422,
      transfers_in: 10,
      payouts: 300.5,
      transfers_out: 100,
      pending_in: 50,
      pending_out: 700,
    },
  ])
  const payouts = await listUserOperations(database.db, anna.userId, { type: 'payout' })
  expect(payouts.day_totals).toMatchObject([{ tips: 0, payouts: 300.5, pending_out: 700 }])
})

// spec: 9.15
test('numbers are short, and no two operations have the same; those of a payout have its number', async () => {
  const boris = await hire(database.db, { id: anna.restaurantId, bank: anna.bank })
  const at = new Date('2026-11-10T10:00:00Z')
  await earn(database.db, anna, 1)
  await earn(database.db, boris, 2)
  const { number: annasNumber = '' } = (await listUserOperations(database.db, anna.userId, {})).items[0] ?? {}
  const { number: borisNumber = '' } = (await listUserOperations(database.db, boris.userId, {})).items[0] ?? {}
  expect(borisNumber).not.toBe(annasNumber)
  expect(annasNumber).toMatch(/^\d{6,8}$/)

  const payout = { payoutId: randomUUID(), number: 7, at }
  await add(anna, { ...payout, type: 'transfer_out' })
  await add(boris, { ...payout, type: 'transfer_in' })
  await expect(add(anna, { ...payout, type: 'transfer_in' })).rejects.toThrow('operation_by_payout_number')
})

describe('a period is of days at the restaurant', () => {
  test.each([
    // Midnight in Kaliningrad (UTC+2) and in Kamchatka (UTC+12), the ends of Russia.
    ['Europe/Kaliningrad', '2026-11-09T22:00:00Z'],
    ['Asia/Kamchatka', '2026-11-09T12:00:00Z'],
  ])('%s', async (timeZone, midnight) => {
    anna = await hire(database.db, await openRestaurant(database.db, { timeZone }))
    await add(anna, { amount: 1_00, at: minutesAfter(midnight, -1) })
    await add(anna, { amount: 2_00, at: minutesAfter(midnight, 0) })
    await add(anna, { amount: 4_00, type: 'payout', at: minutesAfter(midnight, 10) })
    await add(anna, { amount: 8_00, at: minutesAfter(midnight, 24 * 60 - 1) })
    await add(anna, { amount: 16_00, at: minutesAfter(midnight, 24 * 60) })
    for (const restId of [anna.restaurantId, undefined]) {
      const of = restId === undefined ? {} : { restId }
      expect(await amounts({ ...of, from: '2026-11-10', to: '2026-11-10' })).toEqual([8, 4, 2])
      expect(await amounts({ ...of, type: 'tip', from: '2026-11-10', to: '2026-11-10' })).toEqual([8, 2])
      expect(await amounts({ ...of, to: '2026-11-09' })).toEqual([1])
      expect(await amounts({ ...of, from: '2026-11-11' })).toEqual([16])
      expect(await amounts({ ...of, from: '2026-11-12' })).toEqual([])
      expect(await amounts({ ...of, from: '2026-11-11', to: '2026-11-09' })).toEqual([])
    }
    const { day_totals } = await listUserOperations(database.db, anna.userId, { restId: anna.restaurantId })
    expect(day_totals).toEqual([
      { ...nothing, date: '2026-11-11', total: 16, tips: 16 },
      { ...nothing, date: '2026-11-10', total: 6, tips: 10, payouts: 4 },
      { ...nothing, date: '2026-11-09', total: 1, tips: 1 },
    ])
  })
})

test('totals of days that begin and end on other pages, where the clocks change', async () => {
  // Berlin's 25 October 2026 has 25 hours, 22:00 UTC of the 24th to 23:00 UTC of the 25th.
  anna = await hire(database.db, await openRestaurant(database.db, { timeZone: 'Europe/Berlin' }))
  const start = '2026-10-24T21:30:00Z'
  for (let n = 0; n < 54; n += 1) await add(anna, { amount: 100, at: minutesAfter(start, n * 30) })
  for (const [page, days] of [
    [1, ['2026-10-26', '2026-10-25']],
    [2, ['2026-10-25']],
    [3, ['2026-10-25', '2026-10-24']],
  ] as const) {
    const { day_totals } = await listUserOperations(database.db, anna.userId, { page })
    const whole = { '2026-10-24': 1, '2026-10-25': 50, '2026-10-26': 3 }
    expect(day_totals).toEqual(days.map((date) => ({ ...nothing, date, total: whole[date], tips: whole[date] })))
  }
})

test('a list without a restaurant has all operations of the user and no others', async () => {
  const { db } = database
  const second = await hire(db, await openRestaurant(db, { name: 'Старый мост' }), { user: anna.userId })
  const outsider = await hire(db, await openRestaurant(db))
  await earn(db, anna, 1)
  await earn(db, outsider, 100)
  await earn(db, second, 2)
  expect(await amounts()).toEqual([2, 1])
  expect(await amounts({ restId: anna.restaurantId })).toEqual([1])
  expect(await amounts({ restId: second.restaurantId })).toEqual([2])
  await expect(amounts({ restId: outsider.restaurantId })).rejects.toMatchObject({ status: 404 })
})
