import { randomUUID } from 'node:crypto'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../db/testing/test-database.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  type TestEmployee,
  walletBalance,
} from '../money/ledger/testing/test-ledger.ts'
import { listUserOperations } from '../money/operations/service.ts'
import { findPayoutIdByKey } from './order/idempotency-record.ts'
import { listTerms } from './order/terms.ts'
import { deletePayoutMethod } from './payout-methods/delete.ts'
import { getUserPayout, listUserPayouts, requestPayout } from './service.ts'
import { codeFor, settings, signedIn, withdraw } from './testing/withdrawals.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee
let card: string

beforeEach(async () => {
  const { db } = database
  const restaurant = await openRestaurant(db)
  anna = await hire(db, restaurant, { isDefault: true })
  boris = await hire(db, restaurant, { firstName: 'Борис', lastName: 'Ким' })
  card = await addCard(db, anna)
  await earn(db, anna, 100_000)
})

type Change = {
  kind?: 'payout' | 'transfer'
  binding_id?: string
  recipient_employee_id?: string
  rest_id?: string
  amount?: number
  comment?: string
  code?: string
}

async function request(change: Change = {}, { key = randomUUID() as string, who = anna } = {}) {
  const order = toOrder(change, who)
  const code = change.code ?? (await codeFor(database.db, who, order))
  const comment = change.comment === undefined ? {} : { comment: change.comment }
  return await requestPayout({ db: database.db, settings }, signedIn(who), key, { ...order, ...comment, code })
}

function toOrder(change: Change, who = anna): OrderToConfirm {
  const { kind = 'payout', binding_id = card, recipient_employee_id = boris.id } = change
  const common = { rest_id: change.rest_id ?? who.restaurantId, amount: change.amount ?? 1_000 }
  return kind === 'payout' ? { ...common, kind, binding_id } : { ...common, kind, recipient_employee_id }
}

const toPayer = ({ id, userId }: TestEmployee) => ({ id, user_id: userId, fee_share: 0 })

describe('a withdrawal', () => {
  // spec: 5.7, 5.8
  test('immediately takes the money off the balance and adds a pending operation', async () => {
    const { db } = database
    const payout = await request()
    expect(payout).toMatchObject({
      kind: 'payout',
      amount: 1_000,
      fee: 15,
      net: 985,
      status: 'pending',
      destination: { type: 'card', title: 'Мир •• 1234' },
      binding_id: card,
      restaurant: { id: anna.restaurantId, name: 'Берёзка' },
      timeline: [{ status: 'pending' }],
    })
    // A card is paid within ten minutes as a rule.
    expect(Date.parse(payout.expected_at ?? '') - Date.parse(payout.timeline[0]?.at ?? '')).toBe(600_000)
    expect(await walletBalance(db, anna)).toBe(99_000_00)
    const { items } = await listUserOperations(db, anna.userId, { type: 'payout' })
    expect(items).toMatchObject([
      {
        type: 'payout',
        direction: 'out',
        amount: 1_000,
        fee: 15,
        status: 'pending',
        title: 'Вывод · Мир •• 1234',
        payout_id: payout.id,
        number: payout.number,
      },
    ])
    expect(await getUserPayout(db, anna.userId, payout.id)).toEqual(payout)
    expect((await listUserPayouts(db, anna.userId, { restId: anna.restaurantId })).items).toEqual([payout])
  })

  // spec: 10.8
  test.each([
    [99, 'below_minimum'],
    [75_001, 'limit_exceeded'],
  ])('of %d ₽ is rejected: %s', async (amount, code) => {
    await expect(request({ amount })).rejects.toMatchObject({ status: 422, code, data: { errors: { amount: [code] } } })
    expect(await walletBalance(database.db, anna)).toBe(100_000_00)
  })

  // spec: 9.34
  test('above the balance is rejected, and the code can be used again', async () => {
    await request({ amount: 60_000 })
    const code = await codeFor(database.db, anna, toOrder({ amount: 50_000 }))
    await expect(request({ amount: 50_000, code })).rejects.toMatchObject({ status: 422, code: 'insufficient_funds' })
    await earn(database.db, anna, 10_000)
    await request({ amount: 50_000, code })
    expect(await walletBalance(database.db, anna)).toBe(0)
  })

  // spec: 11.10
  test('counts against the limit of the day', async () => {
    const { db } = database
    await earn(db, anna, 200_000)
    await request({ amount: 75_000 })
    const [byCard] = await listTerms(db, toPayer(anna))
    expect(byCard).toMatchObject({ enabled: true, min: 100, max: 75_000, day_limit_left: 75_000 })
    await request({ amount: 74_950 })
    await expect(request({ amount: 100 })).rejects.toMatchObject({ status: 422, code: 'limit_exceeded' })
    expect(await listTerms(db, toPayer(anna))).toMatchObject([
      { type: 'card', enabled: false, disabled_reason: 'Дневной лимит исчерпан', day_limit_left: 50 },
      { type: 'sbp', enabled: false },
    ])
    expect(await listTerms(db, toPayer(boris))).toMatchObject([
      { day_limit_left: 150_000 },
      { day_limit_left: 150_000 },
    ])
  })

  test('requires the right code, for this purpose', async () => {
    const forTransfer = await codeFor(database.db, anna, toOrder({ kind: 'transfer' }))
    await expect(request({ code: forTransfer })).rejects.toMatchObject({ status: 410, code: 'otp_expired' })
    const code = await codeFor(database.db, anna, toOrder({}))
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(request({ code: wrong })).rejects.toMatchObject({ status: 422, code: 'otp_invalid' })
    expect(await walletBalance(database.db, anna)).toBe(100_000_00)
  })
})

describe('returns 404 for another user’s', () => {
  test('restaurant', async () => {
    const outsider = await hire(database.db, await openRestaurant(database.db))
    for (const rest_id of [outsider.restaurantId, randomUUID()]) {
      await expect(request({ rest_id })).rejects.toMatchObject({ status: 404 })
    }
  })

  test('card, and for a card of another bank or a deleted one', async () => {
    const { db } = database
    const deleted = await addCard(db, anna)
    await deletePayoutMethod({ db, settings: { origin: 'https://tips.example' } }, anna.userId, 'card', deleted)
    const cards = [await addCard(db, boris), await addCard(db, { ...anna, bank: 'Альфа-Банк' }), deleted, randomUUID()]
    for (const binding_id of cards) await expect(request({ binding_id })).rejects.toMatchObject({ status: 404 })
  })

  test('payout', async () => {
    const { id } = await request()
    await expect(getUserPayout(database.db, boris.userId, id)).rejects.toMatchObject({ status: 404 })
    expect((await listUserPayouts(database.db, boris.userId, {})).items).toEqual([])
    await expect(listUserPayouts(database.db, boris.userId, { restId: randomUUID() })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('a blocked card is rejected', async () => {
  await database.db.updateTable('payout_binding').set({ status: 'blocked' }).where('id', '=', card).execute()
  await expect(request()).rejects.toMatchObject({ status: 422, code: 'binding_blocked' })
})

describe('a transfer', () => {
  // spec: 2.87
  test('is completed immediately, on both sides', async () => {
    const { db } = database
    const transfer = await request({ kind: 'transfer', amount: 50, comment: 'За субботу' })
    expect(transfer).toMatchObject({
      status: 'succeeded',
      fee: 0,
      net: 50,
      destination: { type: 'employee', title: expect.stringMatching(/^Борис Ким · •• \d\d$/) },
    })
    expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([99_950_00, 50_00])
    const [sent] = (await listUserOperations(db, anna.userId, {})).items
    expect(sent).toMatchObject({
      type: 'transfer_out',
      status: 'completed',
      title: expect.stringMatching(/^Перевод · Борис Ким · •• \d\d$/),
      comment: 'За субботу',
      payout_id: transfer.id,
      number: transfer.number,
    })
    const [received] = (await listUserOperations(db, boris.userId, {})).items
    expect(received).toMatchObject({
      type: 'transfer_in',
      direction: 'in',
      title: 'Перевод · Анна Смирнова',
      comment: 'За субботу',
      number: transfer.number,
    })
    expect(received).not.toHaveProperty('payout_id')
    expect(await discrepancies(db)).toEqual([])
  })

  test('isolates a name from right to left, which would turn around the digits beside it', async () => {
    const { db } = database
    const dana = await hire(db, { id: anna.restaurantId, bank: anna.bank }, { firstName: 'דנה', lastName: 'כהן' })
    const { destination } = await request({ kind: 'transfer', recipient_employee_id: dana.id })
    expect(destination.title).toMatch(/^\u2068דנה כהן\u2069 · •• \d\d$/)
  })

  // spec: 8.2
  test('is for the default employee only, whatever the code', async () => {
    await earn(database.db, boris, 500)
    const order = { kind: 'transfer', recipient_employee_id: anna.id, code: '000000' } as const
    await expect(request(order, { who: boris })).rejects.toMatchObject({ status: 403 })
  })

  test('stays within the restaurant, and goes to another', async () => {
    const outsider = await hire(database.db, await openRestaurant(database.db))
    await expect(request({ kind: 'transfer', recipient_employee_id: outsider.id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(request({ kind: 'transfer', recipient_employee_id: anna.id })).rejects.toMatchObject({
      status: 422,
      code: 'recipient_is_self',
    })
  })
})

describe('an idempotency key', () => {
  // spec: 9.5
  test('returns the same response again, also with a new code and after the status has changed', async () => {
    const { db } = database
    const first = await request({}, { key: 'k' })
    await db.updateTable('payout').set({ status: 'processing' }).where('id', '=', first.id).execute()
    expect(await request({}, { key: 'k' })).toEqual(first)
    expect(await request({ code: '000000' }, { key: 'k' })).toEqual(first)
    expect(await walletBalance(db, anna)).toBe(99_000_00)
    expect(await findPayoutIdByKey(db, anna.userId, 'k')).toBe(first.id)
    expect(await findPayoutIdByKey(db, boris.userId, 'k')).toBeUndefined()
  })

  // spec: 9.5
  test('with another order is rejected', async () => {
    await request({}, { key: 'k' })
    for (const change of [{ amount: 1_001 }, { comment: 'другое' }, { kind: 'transfer' as const }]) {
      await expect(request(change, { key: 'k' })).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    }
    expect(await walletBalance(database.db, anna)).toBe(99_000_00)
  })

  test('of a rejected order is free again', async () => {
    await expect(request({ amount: 99 }, { key: 'k' })).rejects.toMatchObject({ status: 422 })
    await request({ amount: 100 }, { key: 'k' })
    expect(await walletBalance(database.db, anna)).toBe(99_900_00)
  })

  test('of one user does not conflict with the same key of another user', async () => {
    const { db } = database
    await earn(db, boris, 1_000)
    const ofAnna = await withdraw(db, anna, 500, { key: 'k' })
    const ofBoris = await withdraw(db, boris, 500, { key: 'k' })
    expect(ofBoris.id).not.toBe(ofAnna.id)
  })
})
