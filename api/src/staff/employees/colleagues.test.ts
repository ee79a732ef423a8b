import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001', isDefault: true })
})

const colleagues = async (who: { userId: string }, restId: string) =>
  (await api.signedIn(who)).get(`/employees?restId=${restId}`)

async function describeUser({ userId }: TestEmployee, user: { phone: string; tags?: string[]; photo_url?: string }) {
  await api.db.updateTable('user_account').set(user).where('id', '=', userId).execute()
}

// spec: 9.13
test('the list has all colleagues of the default employee by name, with the end of the phone to distinguish namesakes', async () => {
  const restaurant = { id: anna.restaurantId, bank: anna.bank }
  const yulia = await hire(api.db, restaurant, { firstName: 'Юлия', lastName: '' })
  const boris = await hire(api.db, restaurant, { firstName: 'Борис', lastName: 'Ким' })
  const namesake = await hire(api.db, restaurant, { firstName: 'Юлия', lastName: '' })
  await describeUser(yulia, { phone: '+79160000067', tags: ['lang_en', 'role_sommelier', 'role_waiter', 'role_gone'] })
  await describeUser(boris, { phone: '+79160000008' })
  await describeUser(namesake, { phone: '+79160000009', photo_url: '/uploads/yulia.png' })
  await api.db.updateTable('employee').set({ is_manager: true }).where('id', '=', boris.id).execute()
  await hire(api.db, await openRestaurant(api.db), { firstName: 'Чужой' })
  const { items } = (await colleagues(anna, anna.restaurantId)).json()
  const defaults = { photo_url: null, roles: [], manager: false }
  expect(items).toHaveLength(3)
  expect(items[0]).toEqual({ ...defaults, id: boris.id, name: 'Борис Ким', manager: true, phone_last2: '08' })
  expect(items.slice(1)).toEqual(
    expect.arrayContaining([
      { ...defaults, id: yulia.id, name: 'Юлия', roles: ['role_waiter', 'role_sommelier'], phone_last2: '67' },
      { ...defaults, id: namesake.id, name: 'Юлия', photo_url: '/uploads/yulia.png', phone_last2: '09' },
    ]),
  )
  const rejected = await colleagues(boris, anna.restaurantId)
  expect(rejected.statusCode).toBe(403)
  expect(rejected.json()).toMatchObject({ code: 'not_default_employee' })
})

// spec: 8.2
test('the default employee of another restaurant gets 403', async () => {
  const other = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
  expect((await colleagues(anna, other.restaurantId)).statusCode).toBe(403)
})
