import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { earn, hire, newPhone, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
let atBridge: TestEmployee
let boris: TestUser
let browser: TestBrowser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001', isDefault: true })
  atBridge = await hire(api.db, await openRestaurant(api.db, { name: 'Старый мост', bank: 'Альфа-Банк' }), {
    user: anna.userId,
  })
  boris = await api.createUser({ phone: '+79160000002' })
  await earn(api.db, anna, 300)
  await earn(api.db, anna, 200.5)
  await earn(api.db, atBridge, 100)
  await earn(api.db, boris, 999)
  browser = await api.signedIn(anna)
})

// spec: 9.10
test('the responses have the data of the signed-in user, and of no other', async () => {
  expect((await browser.get(`/user/${anna.userId}`)).json()).toMatchObject({ name: 'Анна Смирнова' })
  const otherIds = [boris.userId, crypto.randomUUID(), 'me', '1']
  for (const id of otherIds) expect((await browser.get(`/user/${id}`)).statusCode).toBe(404)
})

// spec: 5.2
test('the list has one employee for each restaurant, the first job first', async () => {
  expect((await browser.get('/tips/user/employees')).json()).toEqual({
    items: [
      {
        id: anna.id,
        default: true,
        manager: false,
        restaurant: { id: anna.restaurantId, name: 'Берёзка', bank: 'Т-Банк' },
      },
      {
        id: atBridge.id,
        default: false,
        manager: false,
        restaurant: { id: atBridge.restaurantId, name: 'Старый мост', bank: 'Альфа-Банк' },
      },
    ],
  })
})

// spec: 5.2
test('a restaurant whose day differs from Moscow has its time zone', async () => {
  const vera = await hire(api.db, await openRestaurant(api.db, { timeZone: 'Asia/Vladivostok' }))
  const { items } = (await (await api.signedIn(vera)).get('/tips/user/employees')).json()
  expect(items).toMatchObject([{ restaurant: { id: vera.restaurantId, time_zone: 'Asia/Vladivostok' } }])
})

// spec: 9.12
test('a user learns the default employee only of their own restaurants', async () => {
  const request = async (id: string) => await browser.get(`/user/check-default/${id}`)
  expect((await request(anna.id)).json()).toEqual({ default: true })
  expect((await request(atBridge.id)).json()).toEqual({ default: false })
  for (const id of [boris.id, crypto.randomUUID(), 'x']) expect((await request(id)).statusCode).toBe(404)
})

// spec: 5.3, 9.14
test('the balance is in rubles, by restaurant and in total, and of the signed-in user only', async () => {
  const request = async (id: string) => await browser.get(`/user/balance/${id}`)
  expect((await request(anna.restaurantId)).json()).toMatchObject({ balance: 500.5, avg_sum: 250.25, pending: 0 })
  expect((await request(atBridge.restaurantId)).json()).toMatchObject({ balance: 100, avg_sum: 100 })
  // The average of three tips of 600.50 together, not the average of 250.25 and 100.
  expect((await browser.get('/user/balance')).json()).toMatchObject({ balance: 600.5, avg_sum: 200.17, pending: 0 })
  for (const id of [boris.restaurantId, crypto.randomUUID(), 'x']) expect((await request(id)).statusCode).toBe(404)
})

test('the balance of a user without a restaurant has the current time', async () => {
  const { id: userId } = await api.db
    .insertInto('user_account')
    .values({ phone: newPhone(), password_hash: 'none', first_name: 'Вера', last_name: 'Новикова' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = Date.now()
  const { balance, updated_at } = (await (await api.signedIn({ userId })).get('/user/balance')).json()
  expect(balance).toBe(0)
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(before)
})

// spec: 9.11
test('the bootstrap equals the responses that it replaces', async () => {
  const [bootstrap, user, employees, total, atHome, atOther] = await Promise.all(
    [
      '/session/bootstrap',
      `/user/${anna.userId}`,
      '/tips/user/employees',
      '/user/balance',
      `/user/balance/${anna.restaurantId}`,
      `/user/balance/${atBridge.restaurantId}`,
    ].map(async (url) => (await browser.get(url)).json()),
  )
  expect(bootstrap).toEqual({
    user,
    employees: employees.items,
    balance: { total, by_restaurant: { [anna.restaurantId]: atHome, [atBridge.restaurantId]: atOther } },
    ends_at: expect.any(String),
    live_seq: 3,
    rights: [],
    locks_after: null,
  })
})
