import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { tidyUp } from '../../housekeeping.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import {
  ageChallenges,
  createAuthenticator,
  listPasskeys,
  registerPasskey,
  requestCreation,
  requestPasskeyCode,
  requestSignIn,
  type TestAuthenticator,
} from './testing/authenticator.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const creationOptions = (user = anna, theirs = browser) => requestCreation(api, { user, browser: theirs })
const addPasskey = (device: TestAuthenticator) => registerPasskey(api, { user: anna, browser, device })
const newestMessage = async () => (await api.messagesTo(anna.phone)).at(-1)
const signInOptions = () => requestSignIn(api)

describe('adding a passkey', () => {
  test('requires the password and a code, and lists it under the name of the device', async () => {
    const options = await creationOptions()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Чаевые' },
      user: { name: expect.stringMatching(/^\+7 \(916\) •••-••-\d\d$/) },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/149.0.0.0 Mobile Safari/537.36' }
    const response = await browser.post('/user/passkeys', createAuthenticator().create(options), { headers })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: expect.any(String),
      label: 'Android · Chrome',
      synced: false,
      created_at: expect.any(String),
      last_used_at: null,
    })
    expect(await listPasskeys(browser)).toEqual([response.json()])
  })

  test('sends a message without a code to the owner’s phone', async () => {
    await addPasskey(createAuthenticator())
    expect(await newestMessage()).toBe('Чаевые: добавлен ключ доступа. Не вы? localhost:3000/settings/passkeys')
  })

  test('reveals neither the phone nor the id of the user to the device', async () => {
    const { user } = await creationOptions()
    const handle = Buffer.from(user.id, 'base64url').toString()
    expect(handle).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify([user, handle])).not.toContain(anna.userId)
    expect(JSON.stringify([user, handle])).not.toContain(anna.phone.slice(-7, -2))
  })

  test.each([
    ['a wrong password', { current_password: 'wrong' }, 422, 'wrong_password'],
    ['a wrong code', { code: '000000' }, 422, 'otp_invalid'],
  ])('returns no options for %s', async (_, wrong, status, code) => {
    const right = { current_password: anna.password, code: await requestPasskeyCode(api, { user: anna, browser }) }
    const response = await browser.post('/user/passkeys/registration', { ...right, ...wrong })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
  })

  test('accepts no code that was sent for a payout, and one code once', async () => {
    await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
    const start = (code: string) =>
      browser.post('/user/passkeys/registration', { current_password: anna.password, code })
    expect((await start(await api.codeSentTo(anna.phone))).json()).toMatchObject({ code: 'otp_expired' })
    const code = await requestPasskeyCode(api, { user: anna, browser })
    const responses = await Promise.all([start(code), start(code)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  })

  test('names the passkeys of the user, so that one device does not make a second one', async () => {
    const device = createAuthenticator()
    await addPasskey(device)
    const { excludeCredentials } = await creationOptions()
    expect(excludeCredentials).toEqual([{ id: device.id, type: 'public-key', transports: ['internal', 'hybrid'] }])
  })

  test.each([
    ['another origin', { origin: 'http://localhost.evil.example:3000' }],
    ['another host', { rpId: 'evil.example' }],
    ['no finger, face or PIN', { userVerified: false }],
  ])('is rejected with %s', async (_, ceremony) => {
    const response = await browser.post(
      '/user/passkeys',
      createAuthenticator().create(await creationOptions(), ceremony),
    )
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'passkey_invalid' })
    expect(await listPasskeys(browser)).toEqual([])
  })

  test('is rejected with an invalid attestation', async () => {
    const created = createAuthenticator().create(await creationOptions())
    for (const attestation of ['AAAA', Buffer.from('{}').toString('base64url'), created.attestation.slice(0, -40)]) {
      const response = await browser.post('/user/passkeys', { ...created, attestation })
      expect(response.json()).toMatchObject({ code: 'passkey_invalid' })
    }
    const other = await browser.post('/user/passkeys', { ...created, id: createAuthenticator().id })
    expect(other.json()).toMatchObject({ code: 'passkey_invalid' })
  })

  test('is rejected in another session, after the challenge has expired, and without a challenge of the portal', async () => {
    const options = await creationOptions()
    const created = createAuthenticator().create(options)
    const elsewhere = await api.signedIn(anna)
    const add = (theirs: TestBrowser, body: object) => theirs.post('/user/passkeys', body)
    expect((await add(elsewhere, created)).json()).toMatchObject({ code: 'passkey_expired' })
    const invented = createAuthenticator().create({ ...options, challenge: Buffer.alloc(32, 1).toString('base64url') })
    expect((await add(browser, invented)).json()).toMatchObject({ code: 'passkey_expired' })
    const forSignIn = createAuthenticator().create({ ...options, challenge: (await signInOptions()).challenge })
    expect((await add(browser, forSignIn)).json()).toMatchObject({ code: 'passkey_expired' })
    await ageChallenges(api, '301 seconds')
    expect((await add(browser, created)).statusCode).toBe(410)
    expect(await listPasskeys(browser)).toEqual([])
  })

  test('adds one passkey for two simultaneous requests', async () => {
    const created = createAuthenticator().create(await creationOptions())
    const responses = await Promise.all([1, 2, 3].map(() => browser.post('/user/passkeys', created)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410, 410])
    expect(await listPasskeys(browser)).toHaveLength(1)
  })

  test('returns 409 for a registered passkey of any user', async () => {
    const device = createAuthenticator()
    await addPasskey(device)
    const boris = await api.createUser()
    const his = await api.signedIn(boris)
    const response = await his.post('/user/passkeys', device.create(await creationOptions(boris, his)))
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'passkey_exists' })
    expect(await listPasskeys(his)).toEqual([])
  })

  test('stops at ten', async () => {
    const options = await creationOptions()
    await sql`insert into passkey (user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, label)
      select ${anna.userId}, gen_random_uuid()::text, '', 0, '{}', false, false, 'x' from generate_series(1, 10)`.execute(
      api.db,
    )
    const added = await browser.post('/user/passkeys', createAuthenticator().create(options))
    expect(added.statusCode).toBe(409)
    expect(added.json()).toMatchObject({ code: 'too_many_passkeys' })
  })
})

describe('a passkey', () => {
  test('can be renamed, and deleted with the password; then it signs no user in', async () => {
    const device = createAuthenticator()
    const { id } = await addPasskey(device)
    expect((await browser.patch(`/user/passkeys/${id}`, { label: ' Мой телефон ' })).json()).toMatchObject({
      label: 'Мой телефон',
    })
    const remove = (current_password: string) => browser.post(`/user/passkeys/${id}/removal`, { current_password })
    expect((await remove('wrong')).json()).toMatchObject({ code: 'wrong_password' })
    const pending = device.get(await signInOptions())
    expect((await remove(anna.password)).statusCode).toBe(204)
    expect(await listPasskeys(browser)).toEqual([])
    expect((await api.browser().post('/login/passkey', { passkey: pending })).json()).toMatchObject({
      code: 'passkey_invalid',
    })
    expect((await remove(anna.password)).statusCode).toBe(404)
  })

  test('that was deleted is reported to the owner’s phone, without the name that a thief may have given it', async () => {
    const { id } = await addPasskey(createAuthenticator())
    await api.db
      .updateTable('passkey')
      .set({ label: 'Всё в порядке, +79990000000', created_at: new Date('2026-11-03T22:00:00Z') })
      .where('id', '=', id)
      .execute()
    const remove = (current_password: string) => browser.post(`/user/passkeys/${id}/removal`, { current_password })
    await remove('wrong')
    expect((await remove(anna.password)).statusCode).toBe(204)
    expect(await newestMessage()).toBe(
      'Чаевые: удалён ключ доступа, добавленный 04.11.2026. Если это не вы, восстановите пароль: localhost:3000/password/recovery.',
    )
  })
})

describe('a challenge', () => {
  const count = async () => (await sql`select from passkey_challenge`.execute(api.db)).rows.length
  beforeEach(() => sql`delete from passkey_challenge`.execute(api.db))

  test('ends with its session', async () => {
    await creationOptions()
    expect(await count()).toBe(1)
    await browser.post('/logout')
    expect(await count()).toBe(0)
  })

  test('is deleted when it has expired', async () => {
    await signInOptions()
    await ageChallenges(api, '1 hour')
    const { challenge } = await signInOptions()
    await tidyUp(api)
    const left = await api.db.selectFrom('passkey_challenge').select('challenge').execute()
    expect(left.map((row) => row.challenge.toString('base64url'))).toEqual([challenge])
  })
})
