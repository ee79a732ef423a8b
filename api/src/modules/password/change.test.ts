import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { from, type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'

let api: TestApi
let anna: TestPerson
let browser: TestBrowser
let people = 0
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  anna = await api.person({ phone: newPhone() })
  browser = await api.signedIn(anna)
})

const newPhone = () => `+7916${String(++people).padStart(7, '0')}`
const login = (phoneNumber: string, password: string) =>
  api.browser().post('/login', { phoneNumber, password }, from(`10.0.${people}.1`))

describe('the password', () => {
  const change = (current_password: string, password = 'tea and cherry 9') =>
    browser.post('/user/password/change', { password, current_password })

  test('is changed by who knows it; the other sessions end and this one goes on', async () => {
    const other = await api.signedIn(anna)
    const answer = await change(anna.password)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect((await browser.get('/user/balance')).statusCode).toBe(200)
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect((await login(anna.phone, 'tea and cherry 9')).statusCode).toBe(200)
    expect((await login(anna.phone, anna.password)).statusCode).toBe(401)
  })

  test('stays when the current one is wrong, and so do the sessions', async () => {
    const other = await api.signedIn(anna)
    const answer = await change('wrong')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'wrong_password', errors: { current_password: ['wrong_password'] } })
    expect((await other.get('/user/balance')).statusCode).toBe(200)
    expect((await login(anna.phone, anna.password)).statusCode).toBe(200)
  })

  test('cannot be guessed at an open browser: five times, also when all are made at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => change('wrong')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
    const locked = await change(anna.password)
    expect(locked.json()).toMatchObject({ code: 'password_locked', retry_after: expect.any(Number) })
    expect(locked.headers['retry-after']).toBeDefined()
  })

  test.each([
    ['12345678', 'password_common'],
    ['abababab', 'password_predictable'],
    ['Anna-Smirnova', 'password_personal'],
  ])('%s is refused as weak: %s', async (password, reason) => {
    const answer = await change(anna.password, password)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'password_weak', errors: { password: [reason] } })
    expect((await login(anna.phone, anna.password)).statusCode).toBe(200)
  })

  test.each([
    ['1234567', ['too_small']],
    ['x'.repeat(201), ['too_big']],
  ])('%j is refused', async (password, errors) => {
    const answer = await change(anna.password, password)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { password: errors } })
  })
})

test('the whole number is told to its owner alone', async () => {
  const boris = await api.signedIn(await api.person({ phone: newPhone() }))
  const answer = await browser.get('/user/phone')
  expect(answer.json()).toEqual({ phone_number: anna.phone })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await boris.get('/user/phone')).json()).not.toEqual({ phone_number: anna.phone })
  expect((await api.browser().get('/user/phone')).statusCode).toBe(401)
})

describe('the phone', () => {
  async function sentCode(phone_number: string): Promise<string> {
    await browser.post('/otp/send/phone', { phone_number })
    await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
    return await api.codeSentTo(phone_number)
  }

  const change = (body: { phone_number: string; code: string; current_password?: string }) =>
    browser.post('/user/phone', { current_password: anna.password, ...body })

  test('is changed by a code to the new one, and signs in from then on', async () => {
    const phone_number = newPhone()
    const answer = await change({ phone_number, code: await sentCode(phone_number) })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}` })
    expect((await browser.get(`/user/${anna.userId}`)).json()).toMatchObject(answer.json())
    expect((await login(phone_number, anna.password)).statusCode).toBe(200)
    expect((await login(anna.phone, anna.password)).statusCode).toBe(401)
  })

  test('codes on their way to the old one allow nothing any more', async () => {
    const { card_token } = (await browser.post('/vault/cards', { number: '2200701395954321' })).json()
    await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'card', card_token })
    const code = await api.codeSentTo(anna.phone)
    const phone_number = newPhone()
    await change({ phone_number, code: await sentCode(phone_number) })
    const card = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token })
    expect(card.json()).toMatchObject({ code: 'otp_expired' })
  })

  test('stays without the current password, without a code, and with a code to the old phone', async () => {
    const phone_number = newPhone()
    const code = await sentCode(phone_number)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await change({ phone_number, code, current_password: 'wrong' })).json()).toMatchObject({
      errors: { current_password: ['wrong_password'] },
    })
    expect((await change({ phone_number, code: wrong })).json()).toMatchObject({
      code: 'otp_invalid',
      attempts_left: 4,
    })
    expect((await change({ phone_number: newPhone(), code })).json()).toMatchObject({ code: 'otp_expired' })
    expect((await change({ phone_number, code })).statusCode).toBe(200)
  })

  test('of somebody else is refused, which only its owner is told', async () => {
    const boris = await api.person({ phone: newPhone() })
    expect((await change({ phone_number: boris.phone, code: '000000' })).json()).toMatchObject({ code: 'otp_expired' })
    const answer = await change({ phone_number: boris.phone, code: await sentCode(boris.phone) })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'phone_taken', errors: { phone_number: ['phone_taken'] } })
  })

  test('goes to one of two who claim it at once', async () => {
    const boris = await api.person({ phone: newPhone() })
    const phone_number = newPhone()
    const code = await sentCode(phone_number)
    const body = { phone_number, code, current_password: anna.password }
    const others = await api.signedIn(boris)
    const answers = await Promise.all([browser.post('/user/phone', body), others.post('/user/phone', body)])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  })
})
