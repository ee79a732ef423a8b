import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { lockWaits } from '../../db/testing/locks.ts'
import { from, sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { stopRules } from '../../payouts/auto-withdrawal/stop-rules.ts'
import { disableUser } from '../disabling/service.ts'
import { codeHmac } from '../otp/service.ts'
import { deletePasskey, insertPasskey } from '../passkeys/repository.ts'
import { createAuthenticator, registerPasskey, requestCreation } from '../passkeys/testing/authenticator.ts'
import { getPasswordHash } from '../users/repository.ts'
import { setPhone } from './phone-change-repository.ts'

const api = sharedApi()
let anna: TestUser
beforeEach(async () => {
  anna = await api.createUser()
})

const login = (password: string, address = '10.0.0.1') =>
  api.browser().post('/login', { phoneNumber: anna.phone, password }, from(address))

async function sentCode(): Promise<string> {
  await api.browser().post('/otp/send/recovery', { phone_number: anna.phone })
  await expect
    .poll(() => api.messagesTo(anna.phone))
    .toContainEqual(expect.stringContaining('для восстановления пароля'))
  return await api.codeSentTo(anna.phone)
}

const request = (code: string, phone_number = anna.phone) =>
  api.browser().post('/user/password/request', { code, phone_number })

const change = ({ a, b }: { a: string; b: string }, password = 'tea and cherry 9') =>
  api.browser().post(`/user/password/change/${a}/${b}`, { password })

async function granted(): Promise<{ a: string; b: string }> {
  return (await request(await sentCode())).json()
}

// spec: 9.23
test('a code by SMS allows a new password, and only that one signs in', async () => {
  const response = await request(await sentCode())
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ a: anna.userId, b: expect.stringMatching(/^[\w-]{43}$/), expires_in: 900 })
  expect((await change(response.json())).statusCode).toBe(204)
  expect((await login('tea and cherry 9')).statusCode).toBe(200)
  expect((await login(anna.password, '10.0.0.2')).statusCode).toBe(401)
})

// spec: 9.23
test('a recovery ends all sessions', async () => {
  const browsers = [await api.signedIn(anna), await api.signedIn(anna, { remembered: true })]
  await change(await granted())
  for (const browser of browsers) expect((await browser.get('/user/balance')).statusCode).toBe(401)
})

// spec: 6.26
test('a token sets one password, also when it is sent ten times simultaneously', async () => {
  const token = await granted()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => change(token, `tea and cherry 9 ${turn}`)),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 410)])
  const winner = responses.findIndex(({ statusCode }) => statusCode === 204)
  expect((await login(`tea and cherry 9 ${winner}`)).statusCode).toBe(200)
  expect((await change(token)).json()).toMatchObject({ code: 'reset_expired' })
})

test('a token is rejected after 15 minutes', async () => {
  const token = await granted()
  const age = (by: string) =>
    sql`update password_reset set expires_at = expires_at - ${by}::interval where user_id = ${anna.userId}`.execute(
      api.db,
    )
  await age('15 minutes')
  expect((await change(token)).statusCode).toBe(410)
  await age('-60 seconds')
  expect((await change(token)).statusCode).toBe(204)
})

test('a token is valid for its user only, and until the password is changed', async () => {
  const token = await granted()
  const boris = await api.createUser()
  for (const a of [boris.userId, crypto.randomUUID(), 'x']) expect((await change({ ...token, a })).statusCode).toBe(410)
  for (const b of ['x', 'a'.repeat(43), anna.userId]) expect((await change({ ...token, b })).statusCode).toBe(410)
  const browser = await api.signedIn(anna)
  await browser.post('/user/password/change', { password: 'kettle and violin', current_password: anna.password })
  expect((await change(token)).statusCode).toBe(410)
})

test('the database holds neither token nor password', async () => {
  const token = await granted()
  const { rows } = await sql<{ text: string }>`select r::text as text from password_reset r`.execute(api.db)
  expect(rows.some(({ text }) => text.includes(token.b))).toBe(false)
  await change(token)
  const { rows: users } = await sql<{ text: string }>`select u::text as text from user_account u`.execute(api.db)
  expect(users.some(({ text }) => text.includes('tea and cherry 9'))).toBe(false)
})

test('the responses do not reveal whether a phone has an account: when sending, for a wrong code and for a right one', async () => {
  const unknown = newPhone()
  const send = (phone_number: string) => api.browser().post('/otp/send/recovery', { phone_number })
  const [known, other] = [await send(anna.phone), await send(unknown)]
  expect({ ...other.json(), phone_masked: '' }).toEqual({ ...known.json(), phone_masked: '' })
  const wrong = async (phone: string) => (await request('000000', phone)).json()
  expect(await wrong(unknown)).toEqual(await wrong(anna.phone))
  expect(await api.messagesTo(unknown)).toEqual([])
  // Acts as if an attacker had guessed the code that was never sent.
  const { subject } = await api.db
    .selectFrom('otp')
    .select('subject')
    .where('phone', '=', unknown)
    .executeTakeFirstOrThrow()
  const code_hmac = codeHmac(api.settings.otpPeppers[0].value, { subject, purpose: 'recovery' }, '123456')
  await api.db.updateTable('otp').set({ code_hmac }).where('phone', '=', unknown).execute()
  const lucky = await request('123456', unknown)
  expect(lucky.statusCode).toBe(410)
  expect(lucky.json()).toEqual({ code: 'otp_expired', message: 'otp expired' })
})

test('a code of the old phone grants nothing when the phone changes while it is used', async () => {
  const code = await sentCode()
  const granting = await api.db.transaction().execute(async (trx) => {
    await setPhone(trx, anna.userId, newPhone())
    const response = request(code)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { response }
  })
  expect((await granting.response).statusCode).toBe(410)
})

test('passkeys of the last month are deleted, as a thief may have added them, and older ones stay', async () => {
  const browser = await api.signedIn(anna)
  const [old, young] = [createAuthenticator(), createAuthenticator()]
  for (const device of [old, young]) await registerPasskey(api, { user: anna, browser, device })
  const age = sql<Date>`now() - interval '31 days'`
  await api.db.updateTable('passkey').set({ created_at: age }).where('credential_id', '=', old.id).execute()
  await change(await granted())
  const signIn = async (device: typeof old) => {
    const anonymous = api.browser()
    return await anonymous.post('/login/passkey', {
      passkey: device.get((await anonymous.post('/login/passkey/options')).json()),
    })
  }
  expect((await signIn(young)).json()).toMatchObject({ code: 'passkey_invalid' })
  expect((await signIn(old)).statusCode).toBe(200)
  expect(await api.messagesTo(anna.phone)).toContainEqual(expect.stringMatching(/новые ключи.* удалены/))
})

test('a recovery deletes a passkey that is being added meanwhile', async () => {
  const thief = await api.signedIn(anna)
  const device = createAuthenticator()
  const passkey = device.create(await requestCreation(api, { user: anna, browser: thief }))
  const token = await granted()
  const boris = await api.createUser()
  const { added, recovered } = await api.db.transaction().execute(async (trx) => {
    // The thief's request waits until this transaction ends, because its row is the same passkey of another user.
    const { id: credential_id } = device
    const row = { credential_id, public_key: Buffer.of(), counter: 0, transports: [], label: '' }
    const { id } = await insertPasskey(trx, { ...row, user_id: boris.userId, backup_eligible: false, backed_up: false })
    const added = thief.post('/user/passkeys', passkey)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const recovered = change(token)
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    await deletePasskey(trx, boris.userId, id)
    return { added, recovered }
  })
  expect((await added).statusCode).toBe(201)
  expect((await recovered).statusCode).toBe(204)
  const anonymous = api.browser()
  const assertion = device.get((await anonymous.post('/login/passkey/options')).json())
  expect((await anonymous.post('/login/passkey', { passkey: assertion })).json()).toMatchObject({
    code: 'passkey_invalid',
  })
})

test('a user who is disabled while the password is hashed keeps the old password', async () => {
  const token = await granted()
  const { response } = await api.db.transaction().execute(async (trx) => {
    await disableUser(trx, { accountSecured: stopRules }, anna.userId, { actor: { type: 'operator', id: 'ivan' } })
    const response = change(token)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { response }
  })
  expect((await response).json()).toMatchObject({ code: 'account_disabled' })
  expect((await login('tea and cherry 9')).json()).toMatchObject({ code: 'invalid_credentials' })
})

test('the password stays if the sessions cannot end', async () => {
  const token = await granted()
  await api.signedIn(anna)
  const before = await getPasswordHash(api.db, anna.userId)
  const { recovered } = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('session').select('id').where('user_id', '=', anna.userId).forUpdate().execute()
    const recovered = change(token)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    expect(await getPasswordHash(api.db, anna.userId)).toBe(before)
    return { recovered }
  })
  expect((await recovered).statusCode).toBe(204)
})

test('the password stays if the guesses cannot be reset', async () => {
  const token = await granted()
  await login('wrong')
  const before = await getPasswordHash(api.db, anna.userId)
  const { recovered } = await api.db.transaction().execute(async (trx) => {
    const guesses = trx.selectFrom('rate_limit').select('key').where('key', '=', `login:phone:${anna.phone}`)
    expect(await guesses.forUpdate().execute()).toHaveLength(1)
    const recovered = change(token)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    expect(await getPasswordHash(api.db, anna.userId)).toBe(before)
    return { recovered }
  })
  expect((await recovered).statusCode).toBe(204)
})

test('a sign-in by a passkey waits for a recovery, and opens no session when that has deleted the passkey', async () => {
  const browser = await api.signedIn(anna)
  const device = createAuthenticator()
  const { id } = await registerPasskey(api, { user: anna, browser, device })
  const anonymous = api.browser()
  const passkey = device.get((await anonymous.post('/login/passkey/options')).json())
  const { response } = await api.db.transaction().execute(async (trx) => {
    await lockEnabledUser(trx, anna.userId)
    const response = anonymous.post('/login/passkey', { passkey })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    await deletePasskey(trx, anna.userId, id)
    return { response }
  })
  expect((await response).json()).toMatchObject({ code: 'passkey_expired' })
})

test('a user who was locked out by wrong passwords signs in with the new one', async () => {
  for (let guess = 0; guess < 6; guess++) await login('wrong', '10.7.0.1')
  expect((await login(anna.password, '10.7.0.1')).statusCode).toBe(429)
  const { a, b } = await granted()
  await api.browser().post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' }, from('10.7.0.1'))
  expect((await login('tea and cherry 9', '10.7.0.1')).statusCode).toBe(200)
})

// spec: 7.7
test('a password of seven characters is rejected, and the token stays valid', async () => {
  const token = await granted()
  const rejected = await change(token, '1234567')
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json()).toMatchObject({ errors: { password: ['too_small'] } })
  expect((await change(token, 'k3v9x2mq')).statusCode).toBe(204)
})

test('a password that is easy to guess is rejected with the reason, and the token stays valid', async () => {
  const token = await granted()
  const rejectionReason = async (password: string) => {
    const rejected = await change(token, password)
    expect(rejected.json()).toMatchObject({ code: 'password_weak' })
    expect(rejected.statusCode).toBe(422)
    return rejected.json().errors
  }
  expect(await rejectionReason('qwerty123')).toEqual({ password: ['password_common'] })
  expect(await rejectionReason(anna.phone)).toEqual({ password: ['password_phone'] })
  expect(await rejectionReason('смирнова1')).toEqual({ password: ['password_personal'] })
  expect((await change(token, 'tea and cherry 9')).statusCode).toBe(204)
})
