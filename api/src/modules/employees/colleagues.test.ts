import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, type TestPerson, testApi } from '../../http/testing.ts'
import { hire, openRestaurant } from '../ledger/testing.ts'

let api: TestApi
let anna: TestPerson
beforeAll(async () => {
  api = await testApi()
  anna = await api.person({ phone: '+79160000001', isDefault: true })
})
afterAll(() => api.close())

const colleagues = async (who: { userId: string }, restId: string) =>
  (await api.signedIn(who)).get(`/employees?restId=${restId}`)

test('the default employee sees everybody else at the restaurant, by name', async () => {
  const restaurant = { id: anna.restaurantId, bank: anna.bank }
  const yulia = await hire(api.db, restaurant, { firstName: 'Юлия', lastName: '' })
  const boris = await hire(api.db, restaurant, { firstName: 'Борис', lastName: 'Ким' })
  await hire(api.db, await openRestaurant(api.db), { firstName: 'Чужой' })
  expect((await colleagues(anna, anna.restaurantId)).json()).toEqual({
    items: [
      { id: boris.id, name: 'Борис Ким', photo_url: null },
      { id: yulia.id, name: 'Юлия', photo_url: null },
    ],
  })
  const refused = await colleagues(boris, anna.restaurantId)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'not_default_employee' })
})

test('being the default one elsewhere is of no use', async () => {
  const other = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
  expect((await colleagues(anna, other.restaurantId)).statusCode).toBe(403)
})

test('a restaurant where one does not work is nobody’s', async () => {
  const { id } = await openRestaurant(api.db)
  for (const restId of [id, crypto.randomUUID(), 'x']) expect((await colleagues(anna, restId)).statusCode).toBe(404)
})
