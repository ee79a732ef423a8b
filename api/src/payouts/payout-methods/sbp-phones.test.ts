import type { SbpPhone } from '@portal/contracts/payout-method'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockUser } from '../../base/accounts/lock-user.ts'
import { lockWaits } from '../../db/testing/locks.ts'
import { createTestApi, type TestApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { deleteUserSessions } from '../../identity/session/repository.ts'
import { earn, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { methodSteps, numbers, tBank } from './testing/method-steps.ts'

const directory = { isDown: false }
let api: TestApi
let anna: TestUser
let browser: TestBrowser
let methods: ReturnType<typeof methodSteps>
let users = 0
beforeAll(async () => {
  const sbp = {
    async isConnected(phone: string, bankId: string) {
      if (directory.isDown) throw new Error('it does not respond')
      return !phone.endsWith('00') && bankId !== '100000000008'
    },
  }
  api = await createTestApi({ sbp })
})
afterAll(() => api.close())
beforeEach(async () => {
  directory.isDown = false
  anna = await api.createUser({ phone: `+7916${String(++users).padStart(5, '0')}11` })
  browser = await api.signedIn(anna)
  methods = methodSteps(api, anna, browser)
})

const phone = '+79161234567'

// spec: 5.10, 9.31
test('a phone is added, masked, and the default of a bank without any', async () => {
  const response = await methods.addPhone(phone, { label: 'Мой' })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    id: expect.any(String),
    type: 'sbp',
    phone_masked: '+7 (916) •••-••-67',
    bank_id: '100000000004',
    bank_name: 'Т-Банк',
    label: 'Мой',
    is_default: true,
    status: 'active',
    bank: anna.bank,
    rest_ids: [anna.restaurantId],
  })
  expect(response.body).not.toContain('1234567')
  expect((await methods.addCard(numbers[0])).json()).toMatchObject({ is_default: false })
})

test('the user’s own phone is added where none is named', async () => {
  const code = await methods.code({ purpose: 'sbp', bank_id: tBank })
  const response = await browser.post('/user/sbp-phone', { code, rest_id: anna.restaurantId, bank_id: tBank })
  expect(response.json()).toMatchObject({ phone_masked: '+7 (916) •••-••-11' })
  const row = await api.db.selectFrom('payout_binding').select('phone').where('user_id', '=', anna.userId).execute()
  expect(row).toEqual([{ phone: anna.phone }])
})

test.each([
  ['a phone that no bank knows', '+79161234500', tBank],
  ['a bank that does not know the phone', phone, '100000000008'],
])('nothing is added for %s', async (_, phone, bank_id) => {
  const response = await methods.addPhone(phone, { bank_id })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'sbp_not_connected', errors: { phone: ['sbp_not_connected'] } })
  expect(await methods.all()).toEqual([])
})

test.each([
  ['no bank', {}, 400, { bank_id: ['invalid_type'] }],
  ['a bank that does not exist', { bank_id: '1' }, 422, { bank_id: ['bank_unknown'] }],
])('no code is sent for %s', async (_, bank, status, errors) => {
  const response = await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'sbp', phone, ...bank })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ errors })
})

test('a phone is not added by a late request of a session that ended with a recovery', async () => {
  const code = await methods.code({ purpose: 'sbp', phone, bank_id: tBank })
  const { response } = await api.db.transaction().execute(async (trx) => {
    await lockUser(trx, anna.userId)
    await deleteUserSessions(trx, anna.userId)
    const response = browser.post('/user/sbp-phone', { code, rest_id: anna.restaurantId, phone, bank_id: tBank })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { response }
  })
  expect((await response).statusCode).toBe(401)
  const methodsLeft = api.db.selectFrom('payout_binding').select('id').where('user_id', '=', anna.userId)
  expect(await methodsLeft.execute()).toEqual([])
})

test('adding returns 503 while the payment system does not respond, and the code stays unused', async () => {
  const code = await methods.code({ purpose: 'sbp', phone, bank_id: tBank })
  const body = { code, rest_id: anna.restaurantId, phone, bank_id: tBank }
  directory.isDown = true
  const failed = await browser.post('/user/sbp-phone', body)
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toMatchObject({ code: 'sbp_unavailable', retry_after: 30 })
  directory.isDown = false
  expect((await browser.post('/user/sbp-phone', body)).statusCode).toBe(201)
})

test('adding the same phone at the same bank returns 409; at another bank it is another method', async () => {
  await methods.addPhone(phone)
  expect((await methods.addPhone(phone)).json()).toMatchObject({ code: 'sbp_phone_exists' })
  expect((await methods.addPhone(phone, { bank_id: '100000000111' })).statusCode).toBe(201)
})

test('a code for one phone at one bank adds no other, and its message names both', async () => {
  const code = await methods.code({ purpose: 'sbp', phone, bank_id: tBank })
  const body = { code, rest_id: anna.restaurantId, phone, bank_id: tBank }
  const { phone: _, ...ownPhone } = body
  for (const other of [{ ...body, phone: '+79161234568' }, { ...body, bank_id: '100000000111' }, ownPhone]) {
    expect((await browser.post('/user/sbp-phone', other)).statusCode).toBe(410)
  }
  expect((await api.messagesTo(anna.phone)).at(-1)).toContain('для добавления другого телефона СБП •• 4567, Т-Банк')
  expect((await browser.post('/user/sbp-phone', body)).statusCode).toBe(201)
})

test('attempts to find out where people have accounts are limited', async () => {
  const unknown = '+79161234500'
  const code = await methods.code({ purpose: 'sbp', phone: unknown, bank_id: tBank })
  const body = { code, rest_id: anna.restaurantId, phone: unknown, bank_id: tBank }
  const statuses = []
  for (let times = 0; times < 21; times++) statuses.push((await browser.post('/user/sbp-phone', body)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429])
})

const sber = '100000000111'

async function changeBank(id: string, bank_id: string, more: object = {}) {
  const code = await methods.code({ purpose: 'sbp_bank', binding_id: id, bank_id })
  return await browser.patch(`/user/sbp-phone/${id}`, { bank_id, code, ...more })
}

// spec: 9.31
test('the label, the bank and the default change, but not to a bank where the phone is not connected', async () => {
  await methods.addCard(numbers[0])
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  const changes = { label: 'Второй', bank_id: sber, is_default: true }
  expect((await changeBank(id, sber, changes)).json()).toMatchObject({ ...changes, bank_name: 'Сбербанк' })
  const rejected = await changeBank(id, '100000000008', { label: 'Третий' })
  expect(rejected.json()).toMatchObject({ code: 'sbp_not_connected', errors: { bank_id: ['sbp_not_connected'] } })
  expect((await browser.get(`/user/sbp-phone/${id}`)).json()).toMatchObject(changes)
  expect((await browser.delete(`/user/sbp-phone/${id}`)).json()).toMatchObject({ code: 'default_method' })
})

test('another bank requires a code for this phone and bank, and the user gets a message', async () => {
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  const other = (await methods.addPhone('+79161234599')).json<SbpPhone>()
  const patch = (body: object) => browser.patch(`/user/sbp-phone/${id}`, { bank_id: sber, ...body })
  const without = await patch({ label: 'Второй' })
  expect(without.statusCode).toBe(422)
  expect(without.json()).toMatchObject({ errors: { code: ['confirmation_required'] } })
  for (const request of [
    { purpose: 'sbp_bank', binding_id: other.id, bank_id: sber },
    { purpose: 'sbp_bank', binding_id: id, bank_id: '100000000005' },
    { purpose: 'sbp', phone, bank_id: sber },
  ] as const) {
    expect((await patch({ code: await methods.code(request) })).statusCode).toBe(410)
  }
  expect((await browser.get(`/user/sbp-phone/${id}`)).json()).toMatchObject({ bank_id: tBank, label: '' })

  const code = await methods.code({ purpose: 'sbp_bank', binding_id: id, bank_id: sber })
  const responses = await Promise.all([patch({ code }), patch({ code })])
  expect(responses.map(({ statusCode }) => statusCode)).toContain(200)
  expect((await browser.get(`/user/sbp-phone/${id}`)).json()).toMatchObject({ bank_id: sber })
  const texts = await api.messagesTo(anna.phone)
  expect(texts).toContainEqual(expect.stringContaining('для смены банка телефона СБП •• 4567 на Сбербанк'))
  expect(texts.filter((text) => text.includes('Если это не вы') && text.includes('Сбербанк'))).toEqual([
    expect.stringContaining('Чаевые: банк телефона СБП •• 67 сменён на Сбербанк.'),
  ])
})

test('a code for an order to a phone is rejected after the phone has moved to another bank', async () => {
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  await earn(api.db, anna, 1_000)
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: id, amount: 500 } as const
  const code = await methods.code({ order })
  expect((await changeBank(id, sber)).statusCode).toBe(200)
  const headers = { 'idempotency-key': 'one-order' }
  const response = await browser.post('/user/payout', { ...order, code }, { headers })
  expect(response.json()).toMatchObject({ code: 'otp_expired' })
  expect(await walletBalance(api.db, anna)).toBe(1_000_00)
})

test('a phone moves to no other bank when the phone to sign in with changes at the same moment, and neither request fails', async () => {
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  const code = await methods.code({ purpose: 'sbp_bank', binding_id: id, bank_id: sber })
  const phone_number = `+7917${String(users).padStart(5, '0')}11`
  const current_phone_code = await methods.code({ purpose: 'phone', phone_number })
  await browser.post('/otp/send/phone', { phone_number })
  await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
  const other = await api.signedIn(anna)
  const ofPhone = { phone_number, code: await api.codeSentTo(phone_number), current_phone_code }
  const { changed, moved } = await api.db.transaction().execute(async (trx) => {
    // The change of the phone has used up its codes when it waits for this request.
    await trx.selectFrom('user_account').select('id').where('id', '=', anna.userId).forKeyShare().execute()
    const changed = other.post('/user/phone', { ...ofPhone, current_password: anna.password })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const moved = browser.patch(`/user/sbp-phone/${id}`, { bank_id: sber, code })
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    return { changed, moved }
  })
  expect((await changed).statusCode).toBe(200)
  expect((await moved).json()).toMatchObject({ code: 'otp_expired' })
})

test('the label requires no code', async () => {
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  const response = await browser.patch(`/user/sbp-phone/${id}`, { label: 'Второй', bank_id: tBank })
  expect(response.json()).toMatchObject({ label: 'Второй' })
})

test('a change to a bank with which the phone is added already returns 409', async () => {
  await methods.addPhone(phone)
  const { id } = (await methods.addPhone(phone, { bank_id: sber })).json<SbpPhone>()
  const response = await changeBank(id, tBank)
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'sbp_phone_exists', errors: { bank_id: ['sbp_phone_exists'] } })
})

test('a change of the bank and a deletion are rejected while a payout is on its way', async () => {
  await methods.addCard(numbers[0])
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  await sql`insert into payout (kind, employee_id, user_id, binding_id, amount, fee, destination_type, destination_title,
      employee_seq, user_seq, next_attempt_at)
    values ('payout', ${anna.id}, ${anna.userId}, ${id}, 50000, 0, 'sbp', 'СБП', 1, 1, now() + interval '1 day')`.execute(
    api.db,
  )
  for (const response of [await changeBank(id, sber), await browser.delete(`/user/sbp-phone/${id}`)]) {
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'payout_in_progress' })
  }
  expect((await browser.patch(`/user/sbp-phone/${id}`, { label: 'можно' })).statusCode).toBe(200)
})
