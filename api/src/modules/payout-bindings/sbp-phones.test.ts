import type { SbpPhone } from '@portal/shared/contracts/payout-method'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { methodsOf, numbers } from './testing.ts'

const directory = { isDown: false }
let api: TestApi
let anna: TestPerson
let browser: TestBrowser
let methods: ReturnType<typeof methodsOf>
let people = 0
beforeAll(async () => {
  const sbp = {
    async isConnected(phone: string, bankId: string) {
      if (directory.isDown) throw new Error('no answer')
      return !phone.endsWith('00') && bankId !== '100000000008'
    },
  }
  api = await testApi({ sbp })
})
afterAll(() => api.close())
beforeEach(async () => {
  directory.isDown = false
  anna = await api.person({ phone: `+7916${String(++people).padStart(5, '0')}11` })
  browser = await api.signedIn(anna)
  methods = methodsOf(api, anna, browser)
})

const phone = '+79161234567'

test('a phone is added, masked, and the default of a bank without any', async () => {
  const answer = await methods.addPhone(phone, { label: 'Мой' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
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
  expect(answer.body).not.toContain('1234567')
  expect((await methods.addCard(numbers[0])).json()).toMatchObject({ is_default: false })
})

test('one’s own phone needs not be named', async () => {
  const code = await methods.code({ purpose: 'sbp' })
  const answer = await browser.post('/user/sbp-phone', { code, rest_id: anna.restaurantId, bank_id: '100000000004' })
  expect(answer.json()).toMatchObject({ phone_masked: '+7 (916) •••-••-11' })
  const row = await api.db.selectFrom('payout_binding').select('phone').where('user_id', '=', anna.userId).execute()
  expect(row).toEqual([{ phone: anna.phone }])
})

test.each([
  ['a phone that no bank knows', { phone: '+79161234500' }, 422, 'sbp_not_connected', 'phone'],
  ['a bank that does not know the phone', { bank_id: '100000000008' }, 422, 'sbp_not_connected', 'phone'],
  ['a bank that nobody knows', { bank_id: '1' }, 422, 'bank_unknown', 'bank_id'],
])('%s adds nothing, and the code may be used for another try', async (_, wrong, status, code, field) => {
  const sent = await methods.code({ purpose: 'sbp' })
  const body = { code: sent, rest_id: anna.restaurantId, phone, bank_id: '100000000004' }
  const refused = await browser.post('/user/sbp-phone', { ...body, ...wrong })
  expect(refused.statusCode).toBe(status)
  expect(refused.json()).toMatchObject({ code, errors: { [field]: [code] } })
  expect((await browser.post('/user/sbp-phone', body)).statusCode).toBe(201)
})

test('when the payment system does not answer, that is told and nothing is lost', async () => {
  const code = await methods.code({ purpose: 'sbp', phone })
  const body = { code, rest_id: anna.restaurantId, phone, bank_id: '100000000004' }
  directory.isDown = true
  const failed = await browser.post('/user/sbp-phone', body)
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toMatchObject({ code: 'sbp_unavailable', retry_after: 30 })
  directory.isDown = false
  expect((await browser.post('/user/sbp-phone', body)).statusCode).toBe(201)
})

test('the same phone in the same bank is there once; in another bank it is another', async () => {
  await methods.addPhone(phone)
  expect((await methods.addPhone(phone)).json()).toMatchObject({ code: 'sbp_phone_exists' })
  expect((await methods.addPhone(phone, { bank_id: '100000000111' })).statusCode).toBe(201)
})

test('a code for one phone does not add another, and names it', async () => {
  const code = await methods.code({ purpose: 'sbp', phone })
  const body = { code, rest_id: anna.restaurantId, bank_id: '100000000004' }
  expect((await browser.post('/user/sbp-phone', { ...body, phone: '+79161234568' })).statusCode).toBe(410)
  expect((await browser.post('/user/sbp-phone', body)).statusCode).toBe(410)
  const messages = await api.db.selectFrom('sandbox.sms').select('text').where('phone', '=', anna.phone).execute()
  expect(messages.at(-1)?.text).toContain('для добавления телефона СБП •• 67')
})

test('where people have accounts cannot be tried out', async () => {
  const code = await methods.code({ purpose: 'sbp' })
  const body = { code, rest_id: anna.restaurantId, phone: '+79161234500', bank_id: '100000000004' }
  const statuses = []
  for (let times = 0; times < 21; times++) statuses.push((await browser.post('/user/sbp-phone', body)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429])
})

test('label, bank and default are changed; a bank that does not know the phone is not', async () => {
  await methods.addCard(numbers[0])
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  const changes = { label: 'Второй', bank_id: '100000000111', is_default: true }
  expect((await browser.patch(`/user/sbp-phone/${id}`, changes)).json()).toMatchObject({
    ...changes,
    bank_name: 'Сбербанк',
  })
  const refused = await browser.patch(`/user/sbp-phone/${id}`, { label: 'Третий', bank_id: '100000000008' })
  expect(refused.json()).toMatchObject({ code: 'sbp_not_connected', errors: { bank_id: ['sbp_not_connected'] } })
  expect((await browser.get(`/user/sbp-phone/${id}`)).json()).toMatchObject(changes)
  expect((await browser.delete(`/user/sbp-phone/${id}`)).json()).toMatchObject({ code: 'default_method' })
})

test('a bank that the phone is added with already is told so', async () => {
  await methods.addPhone(phone)
  const { id } = (await methods.addPhone(phone, { bank_id: '100000000111' })).json<SbpPhone>()
  const answer = await browser.patch(`/user/sbp-phone/${id}`, { bank_id: '100000000004' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'sbp_phone_exists', errors: { bank_id: ['sbp_phone_exists'] } })
})

test('while a payout is on its way neither bank nor phone goes', async () => {
  await methods.addCard(numbers[0])
  const { id } = (await methods.addPhone(phone)).json<SbpPhone>()
  await sql`insert into payout (kind, employee_id, user_id, binding_id, amount, fee, destination_type, destination_title,
      employee_seq, user_seq, next_attempt_at)
    values ('payout', ${anna.id}, ${anna.userId}, ${id}, 50000, 0, 'sbp', 'СБП', 1, 1, now() + interval '1 day')`.execute(
    api.db,
  )
  for (const answer of [
    await browser.patch(`/user/sbp-phone/${id}`, { bank_id: '100000000111' }),
    await browser.delete(`/user/sbp-phone/${id}`),
  ]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'payout_in_progress' })
  }
  expect((await browser.patch(`/user/sbp-phone/${id}`, { label: 'можно' })).statusCode).toBe(200)
})
