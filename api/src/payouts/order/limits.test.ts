import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { addCard, earn, hire, openRestaurant, order } from '../../money/ledger/testing/test-ledger.ts'
import { withdraw } from '../testing/withdrawals.ts'

const api = sharedApi()
let anna: TestUser
beforeAll(async () => {
  anna = await api.createUser({ phone: '+79160000001', isDefault: true })
  await earn(api.db, anna, 100_000)
})

const readLimits = async (user: TestUser) =>
  (await (await api.signedIn(user)).get(`/payouts/limits/${user.restaurantId}`)).json()

// spec: 9.40
test('shows what is left of the day and of the month, for withdrawals and for transfers', async () => {
  await withdraw(api.db, anna, 5_000)
  const day = { limit: 150_000, left: 145_000 }
  const month = { limit: 600_000, left: 595_000 }
  const transfer = {
    min: 1,
    max: 75_000,
    day: { limit: 150_000, left: 150_000 },
    month: { limit: 1_500_000, left: 1_500_000 },
  }
  expect(await readLimits(anna)).toEqual({ payout: { min: 100, max: 75_000, day, month }, transfer })
  const boris = await api.createUser()
  expect(await readLimits(boris)).toMatchObject({ payout: { day: { left: 150_000 } }, transfer: null })
  expect((await (await api.signedIn(boris)).get(`/payouts/limits/${anna.restaurantId}`)).statusCode).toBe(404)
})

// spec: 11.10
test('an order above what is left of the month is rejected, and the pages know why', async () => {
  await order(api.db, anna, { amount: 594_950_00 })
  await expect(withdraw(api.db, anna, 100)).rejects.toMatchObject({ code: 'limit_exceeded', data: { reason: 'month' } })
  const browser = await api.signedIn(anna)
  expect((await browser.get(`/payouts/methods/${anna.restaurantId}`)).json().items[0]).toMatchObject({
    enabled: false,
    disabled_reason: 'Месячный лимит исчерпан',
  })
  expect(await readLimits(anna)).toMatchObject({ payout: { month: { left: 50 } } })
})

test('the 101st order within 24 hours is rejected, from whichever restaurant', async () => {
  const gleb = await api.createUser()
  await earn(api.db, gleb, 1_000)
  const method = await addCard(api.db, gleb)
  for (let times = 0; times < 99; times++) await order(api.db, gleb, { amount: 100, method })
  const elsewhere = await hire(api.db, await openRestaurant(api.db), { user: gleb.userId })
  await earn(api.db, elsewhere, 1_000)
  await withdraw(api.db, elsewhere, 100)
  await expect(withdraw(api.db, gleb, 100)).rejects.toMatchObject({ status: 422, code: 'too_many_orders' })
  await api.db.updateTable('payout').set({ created_at: sql`created_at - interval '1 day'` }).execute()
  expect((await withdraw(api.db, gleb, 100)).amount).toBe(100)
})

test('an order that a wrong clock has dated in the future counts for no day until then', async () => {
  const vera = await api.createUser()
  await earn(api.db, vera, 1_000)
  const method = await addCard(api.db, vera)
  for (let times = 0; times < 100; times++) await order(api.db, vera, { amount: 1_000_00, method })
  await api.db
    .updateTable('payout')
    .set({ created_at: sql`created_at + interval '400 days'` })
    .where('user_id', '=', vera.userId)
    .execute()
  expect(await readLimits(vera)).toMatchObject({ payout: { day: { left: 150_000 }, month: { left: 600_000 } } })
  expect((await withdraw(api.db, vera, 100)).amount).toBe(100)
})

// spec: 11.11
test('transfers have a month of their own', async () => {
  const colleague = await api.createUser({ restaurant: { id: anna.restaurantId, bank: anna.bank } })
  await order(api.db, anna, { recipient: colleague, amount: 1_500_000_00 })
  const browser = await api.signedIn(anna)
  expect((await browser.get(`/payouts/transfer-limits/${anna.restaurantId}`)).json()).toMatchObject({
    day_limit_left: 0,
  })
  expect(await readLimits(anna)).toMatchObject({ transfer: { month: { left: 0 } } })
})
