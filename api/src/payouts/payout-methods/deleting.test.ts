import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { addCard, hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { deletePayoutMethod } from './delete.ts'
import { findPayoutMethods, insertPayoutMethod } from './repository.ts'
import { updatePayoutMethod } from './update.ts'

const database = sharedDatabase()
let anna: TestEmployee
let first: string
let second: string
let third: string

beforeEach(async () => {
  const { db } = database
  anna = await hire(db, await openRestaurant(db))
  first = await addCard(db, anna, '0001')
  second = await addCard(db, anna, '0002')
  third = await addCard(db, anna, '0003')
})

const deps = () => ({ db: database.db, settings: { origin: 'https://tips.example' } })
const remove = (id: string, nextDefaultId?: string) =>
  deletePayoutMethod(deps(), anna.userId, 'card', id, nextDefaultId)

/** Lists the methods, the default one first. */
const remaining = async () =>
  (await findPayoutMethods(database.db, anna.userId)).map(({ id, is_default }) => [id, is_default])

async function block(id: string): Promise<string> {
  await database.db.updateTable('payout_binding').set({ status: 'blocked' }).where('id', '=', id).execute()
  return id
}

const atAnotherBank = async () =>
  await addCard(
    database.db,
    await hire(database.db, await openRestaurant(database.db, { bank: 'Альфа-Банк' }), { user: anna.userId }),
  )

// spec: 9.30
test('the default is deleted together with the choice of the next one, which may be a phone', async () => {
  const sbp = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  const phone = await insertPayoutMethod(database.db, { user_id: anna.userId, bank: anna.bank, ...sbp })
  await remove(first, phone)
  expect(await remaining()).toEqual([
    [phone, true],
    [second, false],
    [third, false],
  ])
})

test('a method that is not the default is deleted without a change of the default', async () => {
  await remove(second)
  expect(await remaining()).toEqual([
    [first, true],
    [third, false],
  ])
})

test('the chosen method becomes the default also where another tab has changed the default before', async () => {
  await updatePayoutMethod(deps(), anna.userId, 'card', third, { is_default: true })
  await remove(first, second)
  expect(await remaining()).toEqual([
    [second, true],
    [third, false],
  ])
})

test.each([
  ['missing', 409, 'default_method', async () => undefined],
  ['the deleted one itself', 422, 'next_default_unknown', async () => first],
  ['nothing that exists', 422, 'next_default_unknown', async () => randomUUID()],
  ['no id', 422, 'next_default_unknown', async () => 'x'],
  ['a method of another bank', 422, 'next_default_unknown', atAnotherBank],
  [
    'another user’s method',
    422,
    'next_default_unknown',
    async () => await addCard(database.db, await hire(database.db, { id: anna.restaurantId, bank: anna.bank })),
  ],
  ['blocked', 422, 'next_default_unknown', async () => await block(second)],
  ['deleted meanwhile', 422, 'next_default_unknown', async () => await remove(second).then(() => second)],
])('a successor that is %s deletes nothing', async (_, status, code, successor) => {
  const next = await successor()
  const before = await remaining()
  await expect(remove(first, next)).rejects.toMatchObject({ status, code })
  expect(await remaining()).toEqual(before)
})

// spec: 9.30
test('no successor has to be chosen where only blocked methods remain, and the oldest becomes the default', async () => {
  await block(second)
  await block(third)
  await remove(first)
  expect(await remaining()).toEqual([
    [second, true],
    [third, false],
  ])
  await remove(second)
  await remove(third)
  expect(await remaining()).toEqual([])
})

test('a blocked default is deleted like any other', async () => {
  await block(first)
  await expect(remove(first)).rejects.toMatchObject({ status: 409, code: 'default_method' })
  await remove(first, third)
  expect(await remaining()).toEqual([
    [third, true],
    [second, false],
  ])
})

test('one of two simultaneous requests deletes the method, and the other gets 404', async () => {
  const results = await Promise.allSettled([remove(first, second), remove(first, second)])
  expect(results.map((result) => result.status === 'rejected' && result.reason.status).sort()).toEqual([404, false])
  expect(await remaining()).toEqual([
    [second, true],
    [third, false],
  ])
})

// spec: 9.30
test('one default remains when several tabs delete at the same time with different choices', async () => {
  const cards = [first, second, third]
  const results = await Promise.allSettled(
    [...cards, ...cards].map((id, turn) => remove(id, cards[(turn + 1) % cards.length])),
  )
  for (const result of results) {
    if (result.status === 'rejected') expect([404, 422]).toContain(result.reason.status)
  }
  expect(await remaining()).toMatchObject([[expect.any(String), true]])
})

test('one default remains when another method is made the default meanwhile', async () => {
  await Promise.all([
    remove(first, second),
    updatePayoutMethod(deps(), anna.userId, 'card', third, { is_default: true }),
  ])
  const [[, isDefault] = [], ...others] = await remaining()
  expect(isDefault).toBe(true)
  expect(others.every(([, other]) => !other)).toBe(true)
})
