import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { from, pageHeaders, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { openWallets } from '../../money/ledger/ledger.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  newPhone,
  openRestaurant,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { bookTips } from '../../money/tips/service.ts'
import { methodSteps, numbers } from '../../payouts/payout-methods/testing/method-steps.ts'
import { requestPayout } from '../../payouts/service.ts'
import { codeFor, signedIn } from '../../payouts/testing/withdrawals.ts'
import { join } from '../../staff/invitations/service.ts'
import { applyDuePhoneChanges, changeSignInPhone } from '../password/phone-change.ts'
import { setPhoneChange } from '../password/phone-change-repository.ts'
import { getUserRow } from '../users/repository.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let userCount = 0
beforeEach(async () => {
  userCount += 1
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const decision = { reason: 'Телефон украден' }

const operator = (path: string, body: object = decision) => api.operator().post(`/${path}`, body)
const disable = () => operator(`users/${anna.userId}/block`)
const enable = () => operator(`users/${anna.userId}/unblock`)

const login = (password = anna.password, theirs = api.browser()) =>
  theirs.post('/login', { phoneNumber: anna.phone, password, _remember_me: false }, from(`10.0.${userCount % 250}.1`))

async function newOrder() {
  const binding_id = await addCard(api.db, anna, '1234')
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id, amount: 200 } as const
  return { ...order, code: await codeFor(api.db, anna, order) }
}

async function withdraw() {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return await browser.post('/user/payout', await newOrder(), { headers })
}

const readAudit = (id: string) =>
  api.db
    .selectFrom('audit_event')
    .select(['actor', 'action', 'subject_type', 'reason'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

describe('a disabled user', () => {
  test('gets 401 in all sessions immediately, with a code for the reason', async () => {
    const other = await api.signedIn(anna, { remembered: true })
    expect((await disable()).statusCode).toBe(204)
    for (const theirs of [browser, other]) {
      const response = await theirs.get('/session/bootstrap')
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'account_disabled' })
    }
    expect((await withdraw()).statusCode).toBe(401)
  })

  test('gets 403 after a right password only; a wrong password and the limits respond as for any user', async () => {
    await disable()
    expect((await login('wrong')).json()).toMatchObject({ code: 'invalid_credentials' })
    const response = await login()
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'account_disabled' })
    expect(response.cookies).toEqual([])
  })

  test('cannot recover the password, nor use an earlier grant', async () => {
    const anonymous = api.browser()
    await anonymous.post('/otp/send/recovery', { phone_number: anna.phone })
    await expect.poll(() => api.codeSentTo(anna.phone).catch(() => '')).toMatch(/^\d{6}$/)
    const code = await api.codeSentTo(anna.phone)
    const { a, b } = (await anonymous.post('/user/password/request', { code, phone_number: anna.phone })).json()
    await disable()
    const response = await anonymous.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })
    expect(response.json()).toMatchObject({ code: 'account_disabled' })
    await enable()
    const late = await anonymous.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })
    expect(late.json()).toMatchObject({ code: 'reset_expired' })
  })

  test('signs in with the previous phone: a change that was requested does not take effect meanwhile', async () => {
    const requested = async () => await setPhoneChange(api.db, anna.userId, newPhone(), 0)
    const phone = async () => (await getUserRow(api.db, anna.userId)).phone
    await requested()
    await disable()
    await applyDuePhoneChanges(api)
    await enable()
    await applyDuePhoneChanges(api)
    expect(await phone()).toBe(anna.phone)
  })

  test('cannot change the phone by a request that had passed the session guard', async () => {
    const phone = newPhone()
    await browser.post('/otp/send/phone', { phone_number: phone })
    await expect.poll(() => api.codeSentTo(phone).catch(() => '')).toMatch(/^\d{6}$/)
    const wanted = { phone, code: await api.codeSentTo(phone), current: anna.password, proof: {}, ip: '10.0.0.1' }
    await disable()
    await expect(changeSignInPhone(api, signedIn(anna), wanted)).rejects.toMatchObject({ code: 'account_disabled' })
  })

  test('cannot join a restaurant by a request that had passed the session guard', async () => {
    const { id } = await openRestaurant(api.db)
    const { link } = (await operator(`restaurants/${id}/invitations`, {})).json()
    await disable()
    const deps = { db: api.db, employeeJoined: openWallets }
    await expect(join(deps, link.split('/').at(-1), anna.userId)).rejects.toMatchObject({ code: 'account_disabled' })
    const employees = api.db.selectFrom('employee').select('id').where('user_id', '=', anna.userId)
    expect(await employees.execute()).toEqual([{ id: anna.id }])
  })

  test('ends the streams of open pages, with a resync that makes them request their data', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
    const { port } = api.app.server.address() as AddressInfo
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: { ...pageHeaders, cookie: `session=${browser.token}` },
      signal: abort.signal,
    })
    await disable()
    // Waits for the end of the stream.
    expect(await stream.text()).toMatch(/"type":"resync"}\n\n$/)
  })

  test('receives tips and the end of a payout, and cannot order a new one', async () => {
    await earn(api.db, anna, 1_000)
    expect((await withdraw()).statusCode).toBe(201)
    await disable()
    await earn(api.db, anna, 500)
    await expect
      .poll(
        async () =>
          (await api.db.selectFrom('payout').select('status').where('user_id', '=', anna.userId).execute())[0],
      )
      .toEqual({ status: 'succeeded' })
    expect(await walletBalance(api.db, anna)).toBe(1_300_00)
    expect(await discrepancies(api.db)).toEqual([])
  })

  test('cannot receive a transfer, also for an order whose code was sent before', async () => {
    const chief = await hire(api.db, { id: anna.restaurantId, bank: 'Т-Банк' }, { isDefault: true })
    await earn(api.db, chief, 1_000)
    const order = { kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id: anna.id, amount: 200 } as const
    const code = await codeFor(api.db, chief, order)
    await disable()
    await expect(requestPayout(api, signedIn(chief), 'late', { ...order, code })).rejects.toMatchObject({ status: 404 })
    expect(await walletBalance(api.db, chief)).toBe(1_000_00)
    const colleagues = await (await api.signedIn(chief)).get(`/employees?restId=${anna.restaurantId}`)
    expect(colleagues.json().items).toEqual([])
  })

  test('signs in again after enabling; earlier sessions stay ended', async () => {
    await disable()
    expect((await enable()).statusCode).toBe(204)
    expect((await browser.get('/user/balance')).json()).toMatchObject({ code: 'unauthorized' })
    expect((await login()).statusCode).toBe(200)
  })

  test('cannot order by a request that had passed the session guard before', async () => {
    await earn(api.db, anna, 1_000)
    const order = await newOrder()
    await disable()
    await expect(requestPayout(api, signedIn(anna), 'late', order)).rejects.toMatchObject({ code: 'account_disabled' })
    expect(await walletBalance(api.db, anna)).toBe(1_000_00)
  })
})

describe('a dismissed employee', () => {
  const dismiss = () => operator(`employees/${anna.id}/dismiss`)
  const at = (path: string) => browser.get(`${path}${path.includes('?') ? '&' : '?'}restId=${anna.restaurantId}`)

  // spec: 9.64
  test('keeps the restaurant as a former one, with its balance, operations and documents, and no role', async () => {
    await api.db.updateTable('employee').set({ is_default: true, is_manager: true }).where('id', '=', anna.id).execute()
    await earn(api.db, anna, 1_000)
    const second = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
    expect((await dismiss()).statusCode).toBe(204)
    const { employees, balance } = (await browser.get('/session/bootstrap')).json()
    expect(employees).toMatchObject([
      { id: second.id },
      { id: anna.id, is_former: true, default: false, manager: false },
    ])
    expect(employees[0]).not.toHaveProperty('is_former')
    expect((await browser.get('/tips/user/employees')).json().items).toEqual(employees)
    expect(balance).toMatchObject({
      total: { balance: 1_000 },
      by_restaurant: { [anna.restaurantId]: { balance: 1_000 } },
    })
    expect((await at('/user/billing')).json().total).toBe(1)
    for (const path of ['/user/payout', '/user/payout-bindings', '/user/statement.pdf?from=2026-11-01&to=2026-11-30']) {
      expect([path, (await at(path)).statusCode]).toEqual([path, 200])
    }
    expect((await browser.get('/user/income-certificate.pdf?year=2026')).statusCode).toBe(200)
    expect((await browser.get(`/user/check-default/${anna.id}`)).json()).toEqual({ default: false })
    for (const path of ['/team', '/employees', '/team/invitations']) expect((await at(path)).statusCode).toBe(403)
  })

  test('without money keeps the restaurant until there is another one', async () => {
    await dismiss()
    expect((await browser.get('/session/bootstrap')).json().employees).toMatchObject([{ id: anna.id, is_former: true }])
    for (const path of ['/user/help', '/user/personal-data', '/user/income-certificate.pdf?year=2026']) {
      expect([path, (await browser.get(path)).statusCode]).toEqual([path, 200])
    }
    const second = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
    expect((await browser.get('/session/bootstrap')).json().employees).toMatchObject([{ id: second.id }])
  })

  test('withdraws what is there by a known and by a new method, and is told so by SMS', async () => {
    await earn(api.db, anna, 1_000)
    await dismiss()
    expect((await withdraw()).statusCode).toBe(201)
    const methods = methodSteps(api, anna, browser)
    const { id: binding_id } = (await methods.addCard(numbers[1])).json()
    const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id, amount: 200 } as const
    const body = { ...order, code: await methods.code({ order }) }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await browser.post('/user/payout', body, { headers })).statusCode).toBe(201)
    expect(await walletBalance(api.db, anna)).toBe(600_00)
    const { name } = await api.db
      .selectFrom('restaurant')
      .select('name')
      .where('id', '=', anna.restaurantId)
      .executeTakeFirstOrThrow()
    expect((await api.messagesTo(anna.phone)).filter((text) => text.includes('вас убрали из команды'))).toEqual([
      `Чаевые: вас убрали из команды «${name}». Деньги ваши: localhost:3000`,
    ])
  })

  test('of a closed restaurant, as one who still works there, withdraws too', async () => {
    await earn(api.db, anna, 1_000)
    expect((await operator(`restaurants/${anna.restaurantId}/close`)).statusCode).toBe(200)
    expect((await browser.get('/tips/user/employees')).json().items).toMatchObject([{ id: anna.id }])
    expect((await withdraw()).statusCode).toBe(201)
    await dismiss()
    expect((await withdraw()).statusCode).toBe(201)
  })

  test('transfers nothing, also by an order that waits for the dismissal', async () => {
    await api.db.updateTable('employee').set({ is_default: true }).where('id', '=', anna.id).execute()
    const { id: recipient_employee_id } = await hire(api.db, { id: anna.restaurantId, bank: anna.bank })
    await earn(api.db, anna, 1_000)
    const order = { kind: 'transfer', rest_id: anna.restaurantId, recipient_employee_id, amount: 100 } as const
    const code = await codeFor(api.db, anna, order)
    await dismiss()
    const response = await browser.post('/user/payout', { ...order, code }, { headers: { 'idempotency-key': 'late' } })
    expect(response.statusCode).toBe(403)
    expect(await walletBalance(api.db, anna)).toBe(1_000_00)
  })

  test('whose withdrawal is held still gets it released', async () => {
    await earn(api.db, anna, 1_000)
    const payout = (await withdraw()).json()
    const held = { review: 'open', status: 'pending', next_attempt_at: 'infinity' as unknown as Date } as const
    await api.db.updateTable('payout').set(held).where('id', '=', payout.id).execute()
    await dismiss()
    expect((await operator(`payouts/${payout.id}/release`)).statusCode).toBe(204)
  })

  test('gets tips that come later, and works there again after reinstating', async () => {
    await earn(api.db, anna, 1_000)
    await dismiss()
    const tip = { external_id: `late-${anna.id}`, employee_id: anna.id, amount: 50, paid_at: '2026-11-01T12:00:00Z' }
    await bookTips(api.db, [{ ...tip, status: 'completed' }])
    expect((await browser.get(`/user/balance/${anna.restaurantId}`)).json().balance).toBe(1_050)
    expect((await operator(`employees/${anna.id}/reinstate`)).statusCode).toBe(204)
    expect((await browser.get('/session/bootstrap')).json().employees[0]).not.toHaveProperty('is_former')
  })

  test('can neither be invited again nor receive a transfer', async () => {
    const chief = await hire(api.db, { id: anna.restaurantId, bank: 'Т-Банк' }, { isDefault: true })
    await dismiss()
    await api.db
      .insertInto('invitation')
      .values({
        code: `again-${userCount}`,
        restaurant_id: anna.restaurantId,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    expect((await browser.post(`/invitations/again-${userCount}/join`)).json()).toMatchObject({
      code: 'employee_dismissed',
    })
    const theirs = await api.signedIn(chief)
    expect((await theirs.get(`/employees?restId=${anna.restaurantId}`)).json().items).toEqual([])
  })
})

describe('the decision', () => {
  // spec: 9.18
  test('has one audit line with actor, action, subject and reason, however often it is repeated', async () => {
    for (const response of [await disable(), await disable(), await enable()]) expect(response.statusCode).toBe(204)
    const line = { actor: 'ivan', subject_type: 'user', reason: decision.reason }
    expect(await readAudit(anna.userId)).toEqual([
      { ...line, action: 'user_blocked' },
      { ...line, action: 'user_unblocked' },
    ])
  })

  test('needs the token of an operator, and a reason', async () => {
    const path = `users/${anna.userId}/block`
    for (const token of ['x'.repeat(32), api.settings.serviceToken]) {
      expect((await api.operator(token).post(`/${path}`, decision)).statusCode).toBe(401)
    }
    expect((await browser.post(`/admin/${path}`, decision)).statusCode).toBe(403)
    for (const body of [{}, { reason: ' ' }, { ...decision, by: 'Ольга' }]) {
      expect((await operator(path, body)).statusCode).toBe(400)
    }
    expect((await browser.get('/user/balance')).statusCode).toBe(200)
    expect(await readAudit(anna.userId)).toEqual([])
  })

  test.each(['update audit_event set reason = 1', 'delete from audit_event', 'truncate audit_event'])(
    'is never changed: %s',
    async (attack) => {
      await expect(api.pool.query(attack)).rejects.toThrow(/permission denied|append-only/)
    },
  )
})
