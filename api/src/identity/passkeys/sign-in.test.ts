import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import {
  ageChallenges,
  createAuthenticator,
  listPasskeys,
  registerPasskey,
  requestCreation,
  requestSignIn,
  type TestAuthenticator,
} from './testing/authenticator.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let device: TestAuthenticator
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  device = createAuthenticator()
  await registerPasskey(api, { user: anna, browser, device })
})

const signInOptions = () => requestSignIn(api)
const signIn = (passkey: object, anonymous = api.browser()) => anonymous.post('/login/passkey', { passkey })

describe('signing in by a passkey', () => {
  test('requires only the passkey and opens the same session as a password', async () => {
    const anonymous = api.browser()
    const response = await signIn(device.get(await signInOptions()), anonymous)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: anna.userId })
    expect((await anonymous.get('/user/balance')).statusCode).toBe(200)
    expect((await listPasskeys(anonymous))[0]?.last_used_at).not.toBeNull()
  })

  test('opens a remembered session on request, and ends the session that the browser had', async () => {
    const before = browser.token
    const passkey = device.get(await signInOptions())
    const response = await browser.post('/login/passkey', { passkey, _remember_me: true })
    expect(response.cookies.find(({ name }) => name === 'session')).toMatchObject({
      maxAge: 90 * 24 * 60 * 60,
      httpOnly: true,
    })
    expect(browser.token).not.toBe(before)
    expect((await api.browser(before).get('/user/balance')).statusCode).toBe(401)
  })

  test('uses a signature once, also when it is sent several times simultaneously', async () => {
    const passkey = device.get(await signInOptions())
    const responses = await Promise.all([1, 2, 3].map(() => signIn(passkey)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
    expect((await signIn(passkey)).json()).toMatchObject({ code: 'passkey_expired' })
  })

  test.each([
    ['another origin', { origin: 'https://localhost:3000' }],
    ['another host', { rpId: 'evil.example' }],
    ['no finger, face or PIN', { userVerified: false }],
  ])('is rejected with %s', async (_, ceremony) => {
    const response = await signIn(device.get(await signInOptions(), ceremony))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'passkey_invalid' })
  })

  test('is rejected after the challenge has expired, in a frame of another site, and for a challenge of something else', async () => {
    expect((await signIn(device.get(await signInOptions(), { crossOrigin: true }))).statusCode).toBe(410)
    const late = device.get(await signInOptions())
    await ageChallenges(api, '301 seconds')
    expect((await signIn(late)).statusCode).toBe(410)
    const { challenge } = await requestCreation(api, { user: anna, browser })
    expect((await signIn(device.get({ ...(await signInOptions()), challenge }))).statusCode).toBe(410)
  })

  test('rejects a counter that does not grow: a copy of the authenticator signs', async () => {
    expect((await signIn(device.get(await signInOptions(), { counter: 7 }))).statusCode).toBe(200)
    for (const counter of [7, 6, 0]) {
      const response = await signIn(device.get(await signInOptions(), { counter }))
      expect(response.json()).toMatchObject({ code: 'passkey_invalid' })
    }
    expect((await signIn(device.get(await signInOptions(), { counter: 8 }))).statusCode).toBe(200)
  })

  test('accepts an authenticator that does not count', async () => {
    const once = async () => (await signIn(device.get(await signInOptions(), { counter: 0 }))).statusCode
    expect([await once(), await once()]).toEqual([200, 200])
  })

  test('responds alike to an unknown passkey and to a wrong signature of a known one', async () => {
    const unknown = createAuthenticator()
    unknown.create(await requestCreation(api, { user: anna, browser }))
    const options = await signInOptions()
    const forged = { ...unknown.get(options), id: device.id }
    const responses = [await signIn(unknown.get(options)), await signIn(forged)]
    for (const response of responses) {
      expect(response.statusCode).toBe(422)
      expect(response.json()).toEqual({ code: 'passkey_invalid', message: 'passkey invalid' })
    }
  })

  test('rejects a passkey that names another user', async () => {
    const passkey = { ...device.get(await signInOptions()), user_handle: Buffer.from('another').toString('base64url') }
    expect((await signIn(passkey)).json()).toMatchObject({ code: 'passkey_invalid' })
  })

  test.each([
    ['client_data', 'AAAA'],
    ['authenticator_data', 'AAAA'],
    ['signature', 'AAAA'],
  ])('rejects an invalid %s', async (field, value) => {
    const response = await signIn({ ...device.get(await signInOptions()), [field]: value })
    expect([410, 422]).toContain(response.statusCode)
  })

  test('returns the same options to all callers, and limits them by address', async () => {
    const options = await signInOptions()
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    })
    await sql`insert into rate_limit (key, window_start, hits) values ('passkey:options:10.9.9.9', now(), 600)`.execute(
      api.db,
    )
    const rejected = await api.browser().post('/login/passkey/options', undefined, from('10.9.9.9'))
    expect(rejected.statusCode).toBe(429)
    expect(rejected.json()).toMatchObject({ code: 'too_often', retry_after: expect.any(Number) })
  })

  test('is rejected for a disabled user, but only after a right signature', async () => {
    await api.db.updateTable('user_account').set({ disabled_at: new Date() }).where('id', '=', anna.userId).execute()
    const forged = { ...device.get(await signInOptions()), signature: 'AAAA' }
    expect((await signIn(forged)).json()).toMatchObject({ code: 'passkey_invalid' })
    const response = await signIn(device.get(await signInOptions()))
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'account_disabled' })
    expect(response.cookies).toEqual([])
  })
})
