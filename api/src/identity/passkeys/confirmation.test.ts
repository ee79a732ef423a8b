import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { UserOtpRequest } from '@portal/contracts/otp'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { addCard, earn, hire, openRestaurant, walletBalance } from '../../money/ledger/testing/test-ledger.ts'
import { createAuthenticator, registerPasskey, type TestAuthenticator } from './testing/authenticator.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let device: TestAuthenticator
let order: OrderToConfirm & { kind: 'payout' }
beforeEach(async () => {
  anna = await api.createUser({ isDefault: true })
  browser = await api.signedIn(anna)
  device = createAuthenticator()
  await registerPasskey(api, { user: anna, browser, device })
  await earn(api.db, anna, 50_000)
  order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: await addCard(api.db, anna), amount: 6_000 }
})

const options = (request: UserOtpRequest, theirs = browser) => theirs.post('/user/passkeys/confirmation', request)
const sign = async (request: UserOtpRequest, theirs = browser): Promise<PasskeyAssertion> =>
  device.get((await options(request, theirs)).json())
const pay = (body: object, { key = crypto.randomUUID() as string, theirs = browser } = {}) =>
  theirs.post('/user/payout', body, { headers: { 'idempotency-key': key } })
const codesSent = async () => {
  const codes = api.db
    .selectFrom('sandbox.sms')
    .select('id')
    .where('phone', '=', anna.phone)
    .where('code', 'is not', null)
  return (await codes.execute()).length
}
const moved = async () => 50_000 - (await walletBalance(api.db, anna)) / 100

test('a passkey confirms an order without a code', async () => {
  const before = await codesSent()
  const passkey = await sign({ order })
  const response = await pay({ ...order, comment: 'За смену', passkey })
  expect(response.statusCode).toBe(201)
  expect(await moved()).toBe(6_000)
  expect(await codesSent()).toBe(before)
})

test('the options name all passkeys of the user', async () => {
  const response = await options({ order })
  expect(response.json()).toMatchObject({
    userVerification: 'required',
    allowCredentials: [{ id: device.id, type: 'public-key' }],
  })
})

describe('a signature for one order confirms no other:', () => {
  test.each([
    ['amount', async () => ({ amount: 6_001 })],
    ['smaller amount', async () => ({ amount: 500 })],
    ['card', async () => ({ binding_id: await addCard(api.db, anna, '4321') })],
    [
      'restaurant',
      async () => {
        const job = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
        await earn(api.db, job, 50_000)
        return { rest_id: job.restaurantId }
      },
    ],
    [
      'kind',
      async () => {
        const gleb = await hire(api.db, { id: anna.restaurantId, bank: anna.bank })
        return { kind: 'transfer', binding_id: undefined, recipient_employee_id: gleb.id }
      },
    ],
  ])('another %s', async (_, change) => {
    const passkey = await sign({ order })
    const other = await pay({ ...order, ...(await change()), passkey })
    expect(other.statusCode).toBe(410)
    expect(other.json()).toMatchObject({ code: 'passkey_expired' })
    expect(await moved()).toBe(0)
    expect((await pay({ ...order, passkey })).statusCode).toBe(201)
  })
})

test('one signature creates one of several simultaneous orders', async () => {
  const passkey = await sign({ order })
  const responses = await Promise.all([1, 2, 3, 4].map(() => pay({ ...order, passkey })))
  // An order that is reviewed after the first one was booked may count as unusual, before it is rejected as too late.
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([
    201,
    expect.toBeOneOf([410, 422]),
    expect.toBeOneOf([410, 422]),
    expect.toBeOneOf([410, 422]),
  ])
  expect(await moved()).toBe(6_000)
})

test('the same idempotency key returns the same response, with the same signature, with another one, and with a code', async () => {
  const key = crypto.randomUUID()
  const passkey = await sign({ order })
  const first = await pay({ ...order, passkey }, { key })
  await browser.post(`/otp/send/user/${anna.userId}`, { order })
  const code = await api.codeSentTo(anna.phone)
  for (const proof of [{ passkey }, { passkey: await sign({ order }) }, { code }]) {
    expect((await pay({ ...order, ...proof }, { key })).json()).toEqual(first.json())
  }
  expect(await moved()).toBe(6_000)
})

test('a rejected order leaves the signature for the corrected one', async () => {
  order.amount = 60_000
  const passkey = await sign({ order })
  const rejected = await pay({ ...order, passkey })
  expect(rejected.json()).toMatchObject({ code: 'insufficient_funds' })
  await earn(api.db, anna, 10_000)
  expect((await pay({ ...order, passkey })).statusCode).toBe(201)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no finger, face or PIN', { userVerified: false }],
])('is rejected with %s', async (_, ceremony) => {
  const response = await pay({ ...order, passkey: device.get((await options({ order })).json(), ceremony) })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ code: 'passkey_invalid' })
  expect(await moved()).toBe(0)
})

test('a signature is rejected after its challenge has expired, in another session, and for a challenge of signing in', async () => {
  const elsewhere = await api.signedIn(anna)
  const passkey = await sign({ order })
  expect((await pay({ ...order, passkey }, { theirs: elsewhere })).statusCode).toBe(410)
  const forSignIn = device.get((await api.browser().post('/login/passkey/options')).json())
  expect((await pay({ ...order, passkey: forSignIn })).statusCode).toBe(410)
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(api.db)
  expect((await pay({ ...order, passkey })).statusCode).toBe(410)
  expect(await moved()).toBe(0)
})

test('a signature that confirms an order signs no user in', async () => {
  const response = await api.browser().post('/login/passkey', { passkey: await sign({ order }) })
  expect(response.json()).toMatchObject({ code: 'passkey_expired' })
})

test('another user’s passkey confirms nothing', async () => {
  const boris = await api.createUser()
  const his = await api.signedIn(boris)
  const borisDevice = createAuthenticator()
  await registerPasskey(api, { user: boris, browser: his, device: borisDevice })
  const passkey = borisDevice.get((await options({ order })).json())
  expect((await pay({ ...order, passkey })).json()).toMatchObject({ code: 'passkey_invalid' })
  expect(await moved()).toBe(0)
})

test('a passkey that was deleted after it signed confirms nothing', async () => {
  const passkey = await sign({ order })
  const [{ id }] = (await browser.get('/user/passkeys')).json().items
  await browser.post(`/user/passkeys/${id}/removal`, { current_password: anna.password })
  expect((await pay({ ...order, passkey })).json()).toMatchObject({ code: 'passkey_invalid' })
  expect((await options({ order })).json()).toMatchObject({ code: 'no_passkeys' })
})

test('an order that is not named, or that the rules do not allow, gets no challenge', async () => {
  const rejected: [UserOtpRequest, number, string][] = [
    [{}, 400, 'malformed'],
    [{ purpose: 'payout' }, 400, 'malformed'],
    [{ purpose: 'passkey' }, 400, 'malformed'],
    [{ order: { ...order, amount: 75_001 } }, 422, 'limit_exceeded'],
    [{ order: { ...order, binding_id: crypto.randomUUID() } }, 404, 'not_found'],
    [{ purpose: 'card', card_token: 'card_unknown' }, 422, 'card_unknown'],
  ]
  for (const [request, status, code] of rejected) {
    const response = await options(request)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  }
})

test('a signature for a card adds only that card', async () => {
  const stored = async (number: string) => (await browser.post('/vault/cards', { number })).json().card_token
  const [card_token, other] = [await stored('2200701395954321'), await stored('4111111111111111')]
  const passkey = await sign({ purpose: 'card', card_token })
  const add = (token: string) =>
    browser.post('/user/bank-card', { passkey, rest_id: anna.restaurantId, card_token: token })
  expect((await add(other)).json()).toMatchObject({ code: 'passkey_expired' })
  expect((await add(card_token)).statusCode).toBe(201)
  expect((await add(card_token)).json()).toMatchObject({ code: 'passkey_expired' })
})

test('a signature for a СБП phone adds it at its bank, and at no other', async () => {
  const request = { phone: '+79161234567', bank_id: '100000000004' }
  const passkey = await sign({ purpose: 'sbp', ...request })
  const add = (bank_id: string) =>
    browser.post('/user/sbp-phone', { ...request, bank_id, passkey, rest_id: anna.restaurantId })
  expect((await add('100000000111')).json()).toMatchObject({ code: 'passkey_expired' })
  expect((await add(request.bank_id)).statusCode).toBe(201)
})

test('a signature for an order to a СБП phone is rejected after the phone has moved to another bank', async () => {
  const request = { phone: '+79161234569', bank_id: '100000000004' }
  const added = await sign({ purpose: 'sbp', ...request })
  const { id } = (
    await browser.post('/user/sbp-phone', { ...request, passkey: added, rest_id: anna.restaurantId })
  ).json()
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: id, amount: 200 } as const
  const signed = await sign({ order })
  const passkey = await sign({ purpose: 'sbp_bank', binding_id: id, bank_id: '100000000111' })
  const moved = await browser.patch(`/user/sbp-phone/${id}`, { bank_id: '100000000111', passkey })
  expect(moved.statusCode).toBe(200)
  const headers = { 'idempotency-key': 'after-the-move' }
  const response = await browser.post('/user/payout', { ...order, passkey: signed }, { headers })
  expect(response.json()).toMatchObject({ code: 'passkey_expired' })
})

test('a signature for a move to another bank moves only that phone, and only to that bank', async () => {
  const add = async (phone: string) => {
    const request = { phone, bank_id: '100000000004' }
    const passkey = await sign({ purpose: 'sbp', ...request })
    return (await browser.post('/user/sbp-phone', { ...request, passkey, rest_id: anna.restaurantId })).json()
  }
  const [first, second] = [await add('+79161234567'), await add('+79161234568')]
  const before = await codesSent()
  const passkey = await sign({ purpose: 'sbp_bank', binding_id: first.id, bank_id: '100000000111' })
  const move = (id: string, bank_id: string) => browser.patch(`/user/sbp-phone/${id}`, { bank_id, passkey })
  expect((await move(second.id, '100000000111')).json()).toMatchObject({ code: 'passkey_expired' })
  expect((await move(first.id, '100000000005')).json()).toMatchObject({ code: 'passkey_expired' })
  expect((await move(first.id, '100000000111')).json()).toMatchObject({ bank_id: '100000000111' })
  expect((await move(first.id, '100000000004')).json()).toMatchObject({ code: 'passkey_expired' })
  expect(await codesSent()).toBe(before)
})
