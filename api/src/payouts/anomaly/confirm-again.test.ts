import { randomUUID } from 'node:crypto'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { createAuthenticator, registerPasskey } from '../../identity/passkeys/testing/authenticator.ts'
import {
  addCard,
  order as addPayout,
  discrepancies,
  earn,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let order: OrderToConfirm & { kind: 'payout' }
/** The user has just recovered the password in a new browser. Another device has been known for a month. */
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
  order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: await addCard(api.db, anna), amount: 200 }
  await earn(api.db, anna, 1_000)
  await sql`update user_account set recovered_at = now() where id = ${anna.userId}`.execute(api.db)
  await sql`insert into device (token_hash, user_id, created_at)
    values (${randomUUID()}::bytea, ${anna.userId}, now() - interval '30 days')`.execute(api.db)
})

/** Requests a code as the page does, without the interval. */
const sendCode = () => browser.post(`/otp/send/user/${anna.userId}`, { order })
async function newCode(): Promise<string> {
  expect((await sendCode()).statusCode).toBe(200)
  return await api.codeSentTo(anna.phone)
}
const pay = (proof: object, { key = 'one-order' } = {}) =>
  browser.post('/user/payout', { ...order, ...proof }, { headers: { 'idempotency-key': key } })
/** Returns the code of a problem, or the status of a payout. */
const outcome = async (response: ReturnType<typeof pay>) => {
  const { code, status } = (await response).json()
  return code ?? status
}
const paid = async () => 1_000 - (await walletBalance(api.db, anna)) / 100

// spec: 2.80
test('the second code is sent immediately after the first, and creates the order', async () => {
  expect(await outcome(pay({ code: await newCode() }))).toBe('confirm_again')
  expect(await outcome(pay({ code: await newCode() }))).toBe('pending')
  expect(await paid()).toBe(200)
})

test('after an unused code the next one has to wait, also for the second confirmation', async () => {
  await newCode()
  expect((await sendCode()).json()).toMatchObject({ code: 'otp_too_often' })
  expect(await outcome(pay({ code: await api.codeSentTo(anna.phone) }))).toBe('confirm_again')
  await newCode()
  const again = await sendCode()
  expect(again.statusCode).toBe(429)
  expect(again.json().retry_after).toBeGreaterThan(50)
})

test('at most five unused codes are sent an hour', async () => {
  expect(await outcome(pay({ code: await newCode() }))).toBe('confirm_again')
  for (let sent = 1; sent <= 5; sent++) {
    await newCode()
    await sql`update otp set created_at = created_at - interval '5 minutes' where subject = ${anna.userId}`.execute(
      api.db,
    )
  }
  expect((await sendCode()).json()).toMatchObject({ code: 'otp_too_often' })
})

test('an order that cannot be made is not confirmed twice before it is rejected', async () => {
  order.amount = 2_000
  const code = await newCode()
  expect(await outcome(pay({ code }))).toBe('insufficient_funds')
  await earn(api.db, anna, 1_000)
  expect(await outcome(pay({ code }))).toBe('confirm_again')
})

test('a double click on the second confirmation creates one order, which both requests return', async () => {
  await pay({ code: await newCode() })
  const code = await newCode()
  const responses = await Promise.all([pay({ code }), pay({ code }), pay({ code })])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  expect(await paid()).toBe(200)
  expect(await discrepancies(api.db)).toEqual([])
})

test('a double click on the first confirmation requests one more, and not two', async () => {
  const code = await newCode()
  expect(await Promise.all([outcome(pay({ code })), outcome(pay({ code }))])).toEqual([
    'confirm_again',
    'confirm_again',
  ])
  expect(await outcome(pay({ code: await newCode() }))).toBe('pending')
})

test('the first confirmation whose response was lost gets the same one when it is sent again', async () => {
  const code = await newCode()
  await pay({ code })
  expect(await outcome(pay({ code }))).toBe('confirm_again')
  expect(await outcome(pay({ code }, { key: 'another-order' }))).toBe('otp_expired')
  expect(await paid()).toBe(0)
})

test('the second confirmation whose response was lost gets the order when it is sent again', async () => {
  await pay({ code: await newCode() })
  const code = await newCode()
  const first = (await pay({ code })).json()
  expect((await pay({ code })).json()).toEqual(first)
  expect(await paid()).toBe(200)
})

test('an order that fails after its second confirmation consumes neither of the two', async () => {
  await pay({ code: await newCode() })
  const code = await newCode()
  const another = await addPayout(api.db, anna, { amount: 150_000_00, method: order.binding_id })
  expect(await outcome(pay({ code }))).toBe('limit_exceeded')
  await api.db.updateTable('payout').set({ status: 'canceled' }).where('id', '=', another).execute()
  expect(await outcome(pay({ code }))).toBe('pending')
})

describe('with a passkey', () => {
  const device = createAuthenticator()
  const sign = async () => device.get((await browser.post('/user/passkeys/confirmation', { order })).json())
  beforeEach(async () => {
    await api.db.deleteFrom('passkey').execute()
    await registerPasskey(api, { user: anna, browser, device })
    await sql`update passkey set created_at = now() - interval '4 days'`.execute(api.db)
  })

  test('a code is followed by a passkey', async () => {
    expect(await outcome(pay({ code: await newCode() }))).toBe('confirm_again')
    expect(await outcome(pay({ passkey: await sign() }))).toBe('pending')
  })

  test('a passkey is followed by a code, and by no other signature', async () => {
    expect(await outcome(pay({ passkey: await sign() }))).toBe('confirm_again')
    expect(await outcome(pay({ passkey: await sign() }))).toBe('confirm_again')
    expect(await paid()).toBe(0)
    expect(await outcome(pay({ code: await newCode() }))).toBe('pending')
    expect(await paid()).toBe(200)
  })

  test('without the phone an operator decides, after another signature or the first one', async () => {
    expect(await outcome(pay({ passkey: await sign() }))).toBe('confirm_again')
    const body = { passkey: await sign(), hold_if_unusual: true }
    const held = await pay(body)
    expect(held.json()).toMatchObject({ status: 'pending', review: 'open' })
    expect((await pay(body)).json()).toEqual(held.json())
    const withoutInterval = await pay({ passkey: await sign(), hold_if_unusual: true }, { key: 'another-order' })
    expect(withoutInterval.json()).toMatchObject({ review: 'open' })
    expect(await paid()).toBe(400)
  })

  test('an order by a passkey of today, after a recovery on another device, is held', async () => {
    await sql`update passkey set created_at = now()`.execute(api.db)
    expect((await pay({ passkey: await sign() })).json()).toMatchObject({ review: 'open' })
  })

  test('an ordinary order is not held', async () => {
    await api.db.deleteFrom('device').where('user_id', '=', anna.userId).execute()
    const response = await pay({ passkey: await sign(), hold_if_unusual: true })
    expect(response.statusCode).toBe(201)
    expect(response.json()).not.toHaveProperty('review')
  })

  test('a signature whose response was lost gets the same one when it is sent again', async () => {
    const passkey = await sign()
    await pay({ passkey })
    expect(await outcome(pay({ passkey }))).toBe('confirm_again')
  })
})
