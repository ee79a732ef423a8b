import { randomUUID } from 'node:crypto'
import { consentVersions } from '@portal/contracts/consent'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { tidyUp } from '../../housekeeping.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { discrepancies, newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { adjustTips } from '../../money/tips/adjust-tips.ts'
import { bookTips } from '../../money/tips/service.ts'
import { withdraw } from '../../payouts/testing/withdrawals.ts'

// Guests take tips back that were withdrawn, before or after the deletion of the account.

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let tip: string
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  tip = randomUUID()
  await book(anna.id, 5_000, tip)
  await withdraw(api.db, anna, 5_000)
  const statuses = api.db.selectFrom('payout').select('status').where('user_id', '=', anna.userId)
  await expect.poll(() => statuses.execute()).toEqual([{ status: 'succeeded' }])
})

async function book(employee_id: string, amount: number, external_id: string = randomUUID()): Promise<void> {
  await bookTips(api.db, [{ employee_id, amount, external_id, status: 'completed', paid_at: new Date().toISOString() }])
}
const takeBack = (change = -5_000) =>
  adjustTips(api.db, [{ external_id: randomUUID(), tip, kind: 'chargeback', change }])
const remove = (more: object = {}) => browser.post('/user/deletion', { current_password: anna.password, ...more })

/** Registers a user with this phone by a link of the restaurant, and returns the browser. */
async function register({ restId = anna.restaurantId, phone = anna.phone } = {}) {
  const own = api.browser()
  const response = await send(own, { restId, phone })
  expect(response.statusCode).toBe(201)
  return own
}

async function send(own: TestBrowser, { restId = anna.restaurantId, phone = anna.phone } = {}) {
  const invitation = await api.operator().post(`/restaurants/${restId}/invitations`, { phone, days: 1 })
  const link: string = invitation.json().link
  await own.post('/otp/send/registration', { phone_number: phone })
  await expect.poll(() => api.codeSentTo(phone).catch(() => '')).toMatch(/^\d{6}$/)
  const body = {
    name: 'Анна Новая',
    phone_number: phone,
    code: await api.codeSentTo(phone),
    password: 'tea and cherry 9',
    consents: consentVersions(api.settings.consentTexts),
  }
  return await own.post(`/invitations/${link.split('/').at(-1)}/accept`, body)
}

async function readState(own: TestBrowser) {
  const { user, employees } = (await own.get('/session/bootstrap')).json()
  const { balance, debt = 0 } = (await own.get(`/user/balance?restId=${anna.restaurantId}`)).json()
  return { userId: user.id, name: user.name, employees, balance, debt }
}

async function gauge(): Promise<number> {
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const { body } = await api.app.inject({ url: '/metrics', headers })
  return Number(/^portal_deleted_debtors (\d+)$/m.exec(body)?.[1])
}

// spec: 9.66
test('a deletion with a debt says so, tells the operators, and the debt is there after the next registration', async () => {
  await takeBack()
  const before = await gauge()
  expect((await remove()).json()).toMatchObject({ code: 'debt_left' })
  expect((await remove({ leaves_debt: true })).statusCode).toBe(204)
  expect(await gauge()).toBe(before + 1)
  const [line] = (await api.operator().get('/audit?action=user_deleted')).json().items
  expect(line).toMatchObject({ subject: { id: anna.userId }, after: { debt: 5_000 } })

  const own = await register()
  expect(await readState(own)).toMatchObject({ userId: anna.userId, name: 'Анна Новая', balance: 0, debt: 5_000 })
  await book(anna.id, 1_000)
  expect(await readState(own)).toMatchObject({ balance: 0, debt: 4_000, employees: [{ id: anna.id, default: false }] })
  expect(await gauge()).toBe(before)
  expect(await discrepancies(api.db)).toEqual([])
  const [restored] = (await api.operator().get('/audit?action=user_restored')).json().items
  expect(restored).toMatchObject({ subject: { id: anna.userId } })
})

test('a tip that is taken back after the deletion is a debt after the next registration too', async () => {
  expect((await remove()).statusCode).toBe(204)
  const before = await gauge()
  await takeBack()
  expect(await gauge()).toBe(before + 1)
  expect(await readState(await register())).toMatchObject({ userId: anna.userId, debt: 5_000 })
})

test('who registers at another restaurant has the debt at the first one, as a former employee', async () => {
  await takeBack()
  await remove({ leaves_debt: true })
  const { id: restId } = (await api.operator().post('/restaurants', { name: 'Дуб', bank: 'Т-Банк' })).json()
  const own = await register({ restId })
  const { employees, debt } = await readState(own)
  expect(debt).toBe(5_000)
  expect(employees).toMatchObject([{ restaurant: { id: restId } }, { id: anna.id, is_former: true }])
})

test('who owes nothing, and who has another phone, is a new user without a history', async () => {
  await takeBack(-1_000)
  await book(anna.id, 1_000)
  expect((await remove()).statusCode).toBe(204)
  for (const phone of [anna.phone, newPhone()]) {
    const { userId, debt } = await readState(await register({ phone }))
    expect([userId === anna.userId, debt]).toEqual([false, 0])
  }
})

test('of two simultaneous registrations one has the debt, and the other one is refused', async () => {
  await takeBack()
  await remove({ leaves_debt: true })
  const responses = await Promise.all([send(api.browser()), send(api.browser())])
  expect(responses.map(({ statusCode }) => statusCode).sort()).not.toEqual([201, 201])
  const user = api.db.selectFrom('user_account').select(['id', 'deleted_at']).where('phone', '=', anna.phone)
  expect(await user.execute()).toEqual([{ id: anna.userId, deleted_at: null }])
})

test('the phone is forgotten after 18 months, unless there is a debt', async () => {
  const remembered = async () => {
    await sql`update user_account set deleted_at = deleted_at - interval '18 months 1 hour'
      where id = ${anna.userId}`.execute(api.db)
    await tidyUp(api)
    const user = api.db.selectFrom('user_account').select('phone_fingerprint').where('id', '=', anna.userId)
    return (await user.executeTakeFirstOrThrow()).phone_fingerprint !== null
  }
  expect((await remove()).statusCode).toBe(204)
  await takeBack()
  expect(await remembered()).toBe(true)
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  expect((await remove()).statusCode).toBe(204)
  expect(await remembered()).toBe(false)
})
