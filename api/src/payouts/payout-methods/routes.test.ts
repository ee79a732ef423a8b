import type { PayoutMethod } from '@portal/contracts/payout-method'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { addCard, hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { deletePayoutMethod } from './delete.ts'
import { insertPayoutMethod } from './repository.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser

beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001' })
  browser = await api.signedIn(anna)
})

async function methods(query = ''): Promise<PayoutMethod[]> {
  return (await browser.get(`/user/payout-bindings${query}`)).json().items
}

// spec: 5.9, 9.32
test('a method is listed for the user’s restaurants of its bank, with neither phone nor token', async () => {
  const { db } = api
  const card = await addCard(db, anna)
  const second = await hire(db, await openRestaurant(db, { name: 'Второй', bank: anna.bank }), { user: anna.userId })
  const other = await hire(db, await openRestaurant(db, { name: 'Другой', bank: 'Альфа-Банк' }), { user: anna.userId })
  const phone = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  await insertPayoutMethod(db, { user_id: anna.userId, bank: 'Альфа-Банк', ...phone })

  expect(await methods()).toEqual([
    {
      id: card,
      type: 'card',
      mask: '2200 •••• •••• 1234',
      last4: '1234',
      network: 'mir',
      bank_name: 'Сбербанк',
      label: '',
      is_default: true,
      status: 'active',
      bank: anna.bank,
      rest_ids: [anna.restaurantId, second.restaurantId],
    },
    {
      id: expect.any(String),
      type: 'sbp',
      phone_masked: '+7 (916) •••-••-67',
      bank_id: '100000000004',
      bank_name: 'Т-Банк',
      label: '',
      is_default: true,
      status: 'active',
      bank: 'Альфа-Банк',
      rest_ids: [other.restaurantId],
    },
  ])
  expect((await methods(`?restId=${second.restaurantId}`)).map(({ id }) => id)).toEqual([card])
})

test('deleted methods and methods of other users are not listed', async () => {
  const { db } = api
  const before = await methods()
  const boris = await api.createUser({ phone: '+79160000002' })
  await addCard(db, boris)
  const deleted = await addCard(db, anna)
  await deletePayoutMethod(api, anna.userId, 'card', deleted)
  expect(await methods()).toEqual(before)
  expect((await browser.get(`/user/payout-bindings?restId=${boris.restaurantId}`)).statusCode).toBe(404)
})

// spec: 9.33
test('the banks of the fast payment system are listed, popular ones first, each once, cached for a day', async () => {
  const response = await browser.get('/sbp/banks')
  expect(response.headers['cache-control']).toBe('private, max-age=86400')
  const { items } = response.json<{ items: { id: string; name: string; popular: boolean }[] }>()
  expect(items[0]).toEqual({ id: '100000000111', name: 'Сбербанк', popular: true })
  const popular = items.map((bank) => bank.popular)
  expect(popular).toEqual(popular.toSorted((a, b) => Number(b) - Number(a)))
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  expect(items.length).toBeGreaterThan(24)
})
