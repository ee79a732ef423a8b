import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { createAuthenticator, registerPasskey } from '../passkeys/testing/authenticator.ts'
import { applyDuePhoneChanges } from './phone-change.ts'
import { createPhoneUser, type PhoneUser } from './testing/phone-user.ts'

const api = sharedApi()
let user: PhoneUser
beforeEach(async () => {
  user = await createPhoneUser(api)
})

describe('with a passkey', () => {
  const device = createAuthenticator()
  const sign = async (phone_number: string) =>
    device.get((await user.browser.post('/user/passkeys/confirmation', { purpose: 'phone', phone_number })).json())
  const added = (ago: string) =>
    sql`update passkey set created_at = now() - ${ago}::interval where user_id = ${user.anna.userId}`.execute(api.db)
  beforeEach(async () => {
    await registerPasskey(api, { user: user.anna, browser: user.browser, device })
    await added('25 hours')
  })
  afterEach(() => api.db.deleteFrom('passkey').where('user_id', '=', user.anna.userId).execute())

  test('changes immediately without the current phone, which gets a message', async () => {
    const other = await api.signedIn(user.anna)
    const phone_number = newPhone()
    const body = { phone_number, code: await user.sentCode(phone_number), passkey: await sign(phone_number) }
    const before = (await api.messagesTo(user.anna.phone)).length
    expect((await user.change(body)).json()).toEqual({ phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}` })
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect((await user.login(phone_number)).statusCode).toBe(200)
    expect((await api.messagesTo(user.anna.phone)).slice(before)).toEqual([
      expect.stringContaining('телефон для входа сменён'),
    ])
  })

  test('that was added today, perhaps with a phished code, the phone changes after a day', async () => {
    await added('23 hours')
    const phone_number = newPhone()
    const body = { phone_number, code: await user.sentCode(phone_number), passkey: await sign(phone_number) }
    expect((await user.change(body)).json()).toHaveProperty('takes_effect_at')
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
    expect((await user.change(body)).statusCode).toBe(410)
  })

  test('changes nothing by a signature for another phone, for something else or of another session', async () => {
    const phone_number = newPhone()
    const code = await user.sentCode(phone_number)
    const elsewhere = await api.signedIn(user.anna)
    const forSignIn = await api.browser().post('/login/passkey/options')
    const there = await elsewhere.post('/user/passkeys/confirmation', { purpose: 'phone', phone_number })
    const wrong = [await sign(newPhone()), device.get(forSignIn.json()), device.get(there.json())]
    for (const passkey of wrong) {
      const rejected = await user.change({ phone_number, code, passkey })
      expect(rejected.statusCode).toBe(410)
      expect(rejected.json()).toMatchObject({ code: 'passkey_expired' })
    }
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
    expect((await user.change({ phone_number, code, passkey: await sign(phone_number) })).statusCode).toBe(200)
  })

  test('still requires the password and a code of the new phone, and accepts one proof only', async () => {
    const phone_number = newPhone()
    const code = await user.sentCode(phone_number)
    const passkey = await sign(phone_number)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await user.change({ phone_number, code, passkey, current_password: 'wrong' })).statusCode).toBe(422)
    expect((await user.change({ phone_number, code: wrong, passkey })).json()).toMatchObject({ code: 'otp_invalid' })
    const both = await user.change({ phone_number, code, passkey, current_phone_code: '123456' })
    expect(both.json()).toMatchObject({ code: 'malformed', errors: { current_phone_code: ['one_proof'] } })
    expect((await user.change({ phone_number, code, passkey })).statusCode).toBe(200)
  })
})

describe('without the current phone', () => {
  const due = (delay: string) =>
    sql`update phone_change set due_at = due_at - ${delay}::interval where user_id = ${user.anna.userId}`.execute(
      api.db,
    )
  const request = async (phone_number: string) =>
    await user.change({ phone_number, code: await user.sentCode(phone_number) })
  const pending = async (by = user.browser) => (await by.get('/user/phone/change')).json().pending

  test('takes effect after a day, and sends a message to the current phone', async () => {
    const phone_number = newPhone()
    const response = await request(phone_number)
    expect(response.statusCode).toBe(200)
    const takesEffectAt = new Date(response.json().takes_effect_at)
    expect((+takesEffectAt - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect((await api.messagesTo(user.anna.phone)).at(-1)).toContain('отмените смену')
    expect((await api.messagesTo(user.anna.phone)).at(-1)).toContain(`сменится на •• ${phone_number.slice(-2)}`)

    await due('23 hours 59 minutes')
    await applyDuePhoneChanges(api)
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
    expect((await user.login(phone_number)).statusCode).toBe(401)

    await due('1 minute')
    await applyDuePhoneChanges(api)
    expect((await user.login(phone_number)).statusCode).toBe(200)
    expect((await user.login(user.anna.phone)).statusCode).toBe(401)
    expect((await user.browser.get('/user/balance')).statusCode).toBe(401)
  })

  test('takes effect also after a change that fails', async () => {
    const failing = await api.createUser()
    await sql`insert into phone_change (user_id, phone, due_at) values (${failing.userId}, 'no phone', now() - interval '1 day')`.execute(
      api.db,
    )
    const phone_number = newPhone()
    await request(phone_number)
    await due('1 day')
    await expect(applyDuePhoneChanges(api)).rejects.toThrow('1 failed')
    expect((await user.login(phone_number)).statusCode).toBe(200)
    await sql`delete from phone_change where user_id = ${failing.userId}`.execute(api.db)
  })

  // spec: 9.25
  test('can be seen and canceled in any session of the user, and of no other user', async () => {
    const phone_number = newPhone()
    await request(phone_number)
    const other = await api.signedIn(user.anna)
    expect(await pending(other)).toEqual({
      phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}`,
      takes_effect_at: expect.any(String),
    })
    const boris = await api.signedIn(await api.createUser())
    expect(await pending(boris)).toBeNull()
    expect((await boris.delete('/user/phone/change')).statusCode).toBe(204)
    expect(await pending()).not.toBeNull()
    expect((await other.delete('/user/phone/change')).statusCode).toBe(204)
    expect(await pending()).toBeNull()
    await due('1 day')
    await applyDuePhoneChanges(api)
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
  })

  test('is dropped by a new password, and by a phone that another user has by then', async () => {
    await request(newPhone())
    await user.browser.post('/user/password/change', {
      current_password: user.anna.password,
      password: 'tea and cherry 9',
    })
    expect(await pending()).toBeNull()
    user.anna.password = 'tea and cherry 9'

    const phone_number = newPhone()
    await request(phone_number)
    await due('1 day')
    await api.createUser({ phone: phone_number })
    await applyDuePhoneChanges(api)
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
    expect(await pending()).toBeNull()
  })

  test('is applied once by several simultaneous processes', async () => {
    const phone_number = newPhone()
    await request(phone_number)
    await due('1 day')
    await Promise.all(Array.from({ length: 5 }, () => applyDuePhoneChanges(api)))
    const changed = (await api.messagesTo(user.anna.phone)).filter((text) => text.includes('сменён'))
    expect(changed).toHaveLength(1)
  })
})
