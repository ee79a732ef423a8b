import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { from, type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { newPhone } from '../ledger/testing.ts'
import { registerPasskey, testAuthenticator } from '../passkeys/testing.ts'
import { applyDuePhoneChanges } from './phone-change.ts'

let api: TestApi
let anna: TestPerson
let browser: TestBrowser
let people = 0
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  people += 1
  anna = await api.person()
  browser = await api.signedIn(anna)
})

const login = (phoneNumber: string) =>
  api.browser().post('/login', { phoneNumber, password: anna.password }, from(`10.0.${people}.1`))

/** A code of the new phone. */
async function sentCode(phone_number: string, by = browser): Promise<string> {
  await by.post('/otp/send/phone', { phone_number })
  await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
  return await api.codeSentTo(phone_number)
}

/** A code of the current phone. */
async function ownCode(phone_number: string): Promise<string> {
  const sent = await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'phone', phone_number })
  expect(sent.statusCode).toBe(200)
  return await api.codeSentTo(anna.phone)
}

type Change = {
  phone_number: string
  code: string
  current_phone_code?: string
  current_password?: string
  passkey?: object
}
const change = (body: Change) => browser.post('/user/phone', { current_password: anna.password, ...body })
const changeTo = async (phone_number: string) =>
  await change({
    phone_number,
    code: await sentCode(phone_number),
    current_phone_code: await ownCode(phone_number),
  })

describe('with a code of the current phone', () => {
  // spec: 9.24
  test('changes at once, ends the other sessions and renews the token of this one', async () => {
    const other = await api.signedIn(anna)
    const before = browser.token
    const phone_number = newPhone()
    const response = await changeTo(phone_number)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}` })
    expect((await browser.get(`/user/${anna.userId}`)).json()).toMatchObject(response.json())
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect((await api.browser(before).get('/user/balance')).statusCode).toBe(401)
    expect((await login(phone_number)).statusCode).toBe(200)
    expect((await login(anna.phone)).statusCode).toBe(401)
    expect((await api.messagesTo(anna.phone)).at(-1)).toBe(
      `Чаевые: телефон для входа сменён на •• ${phone_number.slice(-2)}. Не вы? Сообщите менеджеру`,
    )
  })

  test('waits for a day after a recovery, which a thief of the SIM card may have made, and the next recovery drops it', async () => {
    await sql`update user_account set recovered_at = now() - interval '23 hours' where id = ${anna.userId}`.execute(
      api.db,
    )
    const phone_number = newPhone()
    const response = await changeTo(phone_number)
    expect(response.json()).toMatchObject({ takes_effect_at: expect.any(String) })
    expect((await login(anna.phone)).statusCode).toBe(200)
    expect((await api.messagesTo(anna.phone)).at(-1)).toContain('/settings/phone')
    const owner = api.browser()
    await owner.post('/otp/send/recovery', { phone_number: anna.phone })
    await expect.poll(async () => (await api.messagesTo(anna.phone)).at(-1)).toContain('для восстановления')
    const code = await api.codeSentTo(anna.phone)
    const { a, b } = (await owner.post('/user/password/request', { phone_number: anna.phone, code })).json()
    expect((await owner.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })).statusCode).toBe(204)
    await sql`update phone_change set due_at = now()`.execute(api.db)
    await applyDuePhoneChanges(api)
    expect(
      (await api.browser().post('/login', { phoneNumber: phone_number, password: 'tea and cherry 9' })).statusCode,
    ).toBe(401)
  })

  test('changes at once again when the day after a recovery is over', async () => {
    await sql`update user_account set recovered_at = now() - interval '24 hours' where id = ${anna.userId}`.execute(
      api.db,
    )
    expect((await changeTo(newPhone())).json()).not.toHaveProperty('takes_effect_at')
  })

  test('invalidates the codes that were sent to the old phone', async () => {
    const { card_token } = (await browser.post('/vault/cards', { number: '2200701395954321' })).json()
    await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'card', card_token })
    const code = await api.codeSentTo(anna.phone)
    expect((await changeTo(newPhone())).statusCode).toBe(200)
    const card = await browser.post('/user/bank-card', { code, rest_id: anna.restaurantId, card_token })
    expect(card.json()).toMatchObject({ code: 'otp_expired' })
  })

  test('changes nothing with a code for another phone, and names the code that is wrong', async () => {
    const phone_number = newPhone()
    const code = await sentCode(phone_number)
    const other = await ownCode(newPhone())
    const rejected = await change({ phone_number, code, current_phone_code: other })
    expect(rejected.statusCode).toBe(410)
    expect(rejected.json()).toMatchObject({ errors: { current_phone_code: ['otp_expired'] } })
    const right = await ownCode(phone_number)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect((await change({ phone_number, code, current_phone_code: wrong })).json()).toMatchObject({
      code: 'otp_invalid',
      attempts_left: 4,
      errors: { current_phone_code: ['otp_invalid'] },
    })
    expect((await change({ phone_number, code, current_phone_code: right })).statusCode).toBe(200)
  })
})

describe('with a passkey', () => {
  const device = testAuthenticator()
  const sign = async (phone_number: string) =>
    device.get((await browser.post('/user/passkeys/confirmation', { purpose: 'phone', phone_number })).json())
  const added = (ago: string) =>
    sql`update passkey set created_at = now() - ${ago}::interval where user_id = ${anna.userId}`.execute(api.db)
  beforeEach(async () => {
    await registerPasskey(api, { person: anna, browser, device })
    await added('25 hours')
  })
  afterEach(() => api.db.deleteFrom('passkey').where('user_id', '=', anna.userId).execute())

  test('changes at once without the current phone, which gets a message', async () => {
    const other = await api.signedIn(anna)
    const phone_number = newPhone()
    const body = { phone_number, code: await sentCode(phone_number), passkey: await sign(phone_number) }
    const before = (await api.messagesTo(anna.phone)).length
    expect((await change(body)).json()).toEqual({ phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}` })
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect((await login(phone_number)).statusCode).toBe(200)
    expect((await api.messagesTo(anna.phone)).slice(before)).toEqual([
      expect.stringContaining('телефон для входа сменён'),
    ])
  })

  test('of today, which one phished code has added, waits for a day', async () => {
    await added('23 hours')
    const phone_number = newPhone()
    const body = { phone_number, code: await sentCode(phone_number), passkey: await sign(phone_number) }
    expect((await change(body)).json()).toHaveProperty('takes_effect_at')
    expect((await login(anna.phone)).statusCode).toBe(200)
    expect((await change(body)).statusCode).toBe(410)
  })

  test('changes nothing by a signature for another phone, for something else or of another session', async () => {
    const phone_number = newPhone()
    const code = await sentCode(phone_number)
    const elsewhere = await api.signedIn(anna)
    const forSignIn = await api.browser().post('/login/passkey/options')
    const there = await elsewhere.post('/user/passkeys/confirmation', { purpose: 'phone', phone_number })
    const wrong = [await sign(newPhone()), device.get(forSignIn.json()), device.get(there.json())]
    for (const passkey of wrong) {
      const rejected = await change({ phone_number, code, passkey })
      expect(rejected.statusCode).toBe(410)
      expect(rejected.json()).toMatchObject({ code: 'passkey_expired' })
    }
    expect((await login(anna.phone)).statusCode).toBe(200)
    expect((await change({ phone_number, code, passkey: await sign(phone_number) })).statusCode).toBe(200)
  })

  test('still requires the password and a code of the new phone, and accepts one proof only', async () => {
    const phone_number = newPhone()
    const code = await sentCode(phone_number)
    const passkey = await sign(phone_number)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await change({ phone_number, code, passkey, current_password: 'wrong' })).statusCode).toBe(422)
    expect((await change({ phone_number, code: wrong, passkey })).json()).toMatchObject({ code: 'otp_invalid' })
    const both = await change({ phone_number, code, passkey, current_phone_code: '123456' })
    expect(both.json()).toMatchObject({ code: 'malformed', errors: { current_phone_code: ['one_proof'] } })
    expect((await change({ phone_number, code, passkey })).statusCode).toBe(200)
  })
})

describe('without the current phone', () => {
  const due = (delay: string) =>
    sql`update phone_change set due_at = due_at - ${delay}::interval where user_id = ${anna.userId}`.execute(api.db)
  const request = async (phone_number: string) => await change({ phone_number, code: await sentCode(phone_number) })
  const pending = async (by = browser) => (await by.get('/user/phone/change')).json().pending

  test('takes effect after a day, and sends a message to the current phone', async () => {
    const phone_number = newPhone()
    const response = await request(phone_number)
    expect(response.statusCode).toBe(200)
    const takesEffectAt = new Date(response.json().takes_effect_at)
    expect((+takesEffectAt - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect((await api.messagesTo(anna.phone)).at(-1)).toContain('отмените смену')
    expect((await api.messagesTo(anna.phone)).at(-1)).toContain(`сменится на •• ${phone_number.slice(-2)}`)

    await due('23 hours 59 minutes')
    await applyDuePhoneChanges(api)
    expect((await login(anna.phone)).statusCode).toBe(200)
    expect((await login(phone_number)).statusCode).toBe(401)

    await due('1 minute')
    await applyDuePhoneChanges(api)
    expect((await login(phone_number)).statusCode).toBe(200)
    expect((await login(anna.phone)).statusCode).toBe(401)
    expect((await browser.get('/user/balance')).statusCode).toBe(401)
  })

  // spec: 9.25
  test('can be seen and canceled in any session of the user, and of no other user', async () => {
    const phone_number = newPhone()
    await request(phone_number)
    const other = await api.signedIn(anna)
    expect(await pending(other)).toEqual({
      phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}`,
      takes_effect_at: expect.any(String),
    })
    const boris = await api.signedIn(await api.person())
    expect(await pending(boris)).toBeNull()
    expect((await boris.delete('/user/phone/change')).statusCode).toBe(204)
    expect(await pending()).not.toBeNull()
    expect((await other.delete('/user/phone/change')).statusCode).toBe(204)
    expect(await pending()).toBeNull()
    await due('1 day')
    await applyDuePhoneChanges(api)
    expect((await login(anna.phone)).statusCode).toBe(200)
  })

  test('is dropped by a new password, and by a phone that another user has by then', async () => {
    await request(newPhone())
    await browser.post('/user/password/change', { current_password: anna.password, password: 'tea and cherry 9' })
    expect(await pending()).toBeNull()
    anna.password = 'tea and cherry 9'

    const phone_number = newPhone()
    await request(phone_number)
    await due('1 day')
    await api.person({ phone: phone_number })
    await applyDuePhoneChanges(api)
    expect((await login(anna.phone)).statusCode).toBe(200)
    expect(await pending()).toBeNull()
  })

  test('is applied once by several processes at once', async () => {
    const phone_number = newPhone()
    await request(phone_number)
    await due('1 day')
    await Promise.all(Array.from({ length: 5 }, () => applyDuePhoneChanges(api)))
    const changed = (await api.messagesTo(anna.phone)).filter((text) => text.includes('сменён'))
    expect(changed).toHaveLength(1)
  })
})

test('is rejected without the current password, without a code, and with a code of another phone', async () => {
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

test('returns 409 for the phone of another user, only after a code to that phone', async () => {
  const boris = await api.person()
  expect((await change({ phone_number: boris.phone, code: '000000' })).json()).toMatchObject({ code: 'otp_expired' })
  const response = await change({ phone_number: boris.phone, code: await sentCode(boris.phone) })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'phone_taken', errors: { phone_number: ['phone_taken'] } })
})

test('goes to one of two users at once', async () => {
  const boris = await api.person()
  const theirs = await api.signedIn(boris)
  const phone_number = newPhone()
  const code = await sentCode(phone_number)
  const current_phone_code = await ownCode(phone_number)
  await theirs.post(`/otp/send/user/${boris.userId}`, { purpose: 'phone', phone_number })
  const theirCode = await api.codeSentTo(boris.phone)
  const responses = await Promise.all([
    change({ phone_number, code, current_phone_code }),
    theirs.post('/user/phone', {
      phone_number,
      code,
      current_password: boris.password,
      current_phone_code: theirCode,
    }),
  ])
  expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
})
