import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { from, type TestApi, type TestBrowser, type TestPerson, testApi } from '../../http/testing.ts'
import { newPhone } from '../ledger/testing.ts'

let api: TestApi
let anna: TestPerson
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.deleteFrom('rate_limit').execute()
  anna = await api.person()
})

/** Addresses, each in a network of its own. */
const address = (index: number) => `10.${1 + Math.floor(index / 250)}.${index % 250}.7`
const home = '198.51.100.20'

type Where = { address?: string; browser?: TestBrowser; phone?: string }

const send = ({ address = home, browser = api.browser(), phone = anna.phone }: Where = {}) =>
  browser.post('/otp/send/recovery', { phone_number: phone }, from(address))
const request = (code: string, { address = home, browser = api.browser(), phone = anna.phone }: Where = {}) =>
  browser.post('/user/password/request', { code, phone_number: phone }, from(address))

async function sentCode(where: Where = {}): Promise<string> {
  const before = await messages()
  expect((await send(where)).statusCode).toBe(200)
  await expect.poll(messages).toBe(before + 1)
  return await api.codeSentTo(anna.phone)
}

async function messages(): Promise<number> {
  return (await api.db.selectFrom('sandbox.sms').select('id').where('phone', '=', anna.phone).execute()).length
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Ages all codes. */
const age = (by: string) =>
  sql`update otp set created_at = created_at - ${by}::interval where phone = ${anna.phone}`.execute(api.db)

async function knownBrowser(): Promise<TestBrowser> {
  const browser = api.browser()
  const body = { phoneNumber: anna.phone, password: anna.password, _remember_me: false }
  expect((await browser.post('/login', body)).statusCode).toBe(200)
  return browser
}

/** Requests codes until no network of 60 gets one any more; returns how many were sent. */
async function strangersRequestAll(): Promise<number> {
  let sent = 0
  for (let index = 0; index < 60; index++) {
    for (let more = true; more; ) {
      more = (await send({ address: address(index) })).statusCode === 200
      if (more) sent += 1
      await age('6 minutes')
    }
  }
  return sent
}

describe('the codes of a phone', () => {
  test('are not consumed by a stranger: the owner gets one at once, and half of the hour’s total', async () => {
    for (let turn = 0; turn < 8; turn++) {
      await send({ address: address(1) })
      await age('6 minutes')
    }
    expect(await messages()).toBe(5)
    expect((await request(await sentCode())).statusCode).toBe(200)
  })

  test('are sent to the owner at once although a stranger has just requested one', async () => {
    expect((await send({ address: address(1) })).statusCode).toBe(200)
    expect((await send({ address: address(1) })).json()).toMatchObject({ code: 'otp_too_often' })
    expect((await send()).statusCode).toBe(200)
  })

  test('are ten an hour for all strangers together, and a known device has its own beyond them', async () => {
    const browser = await knownBrowser()
    expect(await strangersRequestAll()).toBe(10)
    expect((await send()).json()).toMatchObject({ code: 'otp_too_often', retry_after: expect.any(Number) })
    expect((await request(await sentCode({ browser }), { browser })).statusCode).toBe(200)
  })

  test('get the same responses when the phone is not registered', async () => {
    const statusesOf = async (phone: string) => {
      const statuses = []
      for (let index = 0; index < 14; index++)
        statuses.push((await send({ phone, address: address(index) })).statusCode)
      return statuses
    }
    expect(await statusesOf(newPhone())).toEqual(await statusesOf(anna.phone))
  })

  test('of registration and recovery have totals of their own', async () => {
    for (let index = 0; index < 12; index++) {
      await api.browser().post('/otp/send/registration', { phone_number: anna.phone }, from(address(index)))
    }
    expect((await send()).statusCode).toBe(200)
  })
})

describe('guesses', () => {
  test('of a stranger neither block the owner nor consume the owner’s code', async () => {
    const code = await sentCode()
    for (let guess = 0; guess < 6; guess++) await request(wrong(code), { address: address(1) })
    expect((await request(code, { address: address(1) })).json()).toMatchObject({ code: 'otp_blocked' })
    expect((await request(code)).statusCode).toBe(200)
  })

  test('of 60 addresses at one phone stop after 20, and the known device goes on', async () => {
    const browser = await knownBrowser()
    const code = await sentCode({ browser })
    const statuses = []
    for (let index = 0; index < 60; index++) {
      statuses.push((await request(wrong(code), { address: address(index) })).statusCode)
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect((await request(code, { address: address(61) })).statusCode).toBe(429)
    expect((await request(wrong(code), { browser })).json()).toMatchObject({ attempts_left: 4 })
    expect((await request(code, { browser })).statusCode).toBe(200)
  })

  test('made at once do not share an attempt', async () => {
    const code = await sentCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(wrong(code))))
    const blocked = responses.filter((response) => response.json().code === 'otp_blocked')
    expect(blocked.length).toBeGreaterThanOrEqual(15)
    expect((await request(code)).json()).toMatchObject({ code: 'otp_blocked' })
  })

  test('that blocked a requester also block its next code, for a quarter of an hour', async () => {
    const code = await sentCode()
    for (let guess = 0; guess < 5; guess++) await request(wrong(code))
    await age('2 minutes')
    expect((await send()).json()).toMatchObject({ code: 'otp_blocked', retry_after: expect.any(Number) })
    await sql`update rate_limit set window_start = window_start - interval '15 minutes'`.execute(api.db)
    expect((await request(await sentCode())).statusCode).toBe(200)
  })

  test('are not counted where no code was sent', async () => {
    for (let guess = 0; guess < 8; guess++)
      expect((await request('000000')).json()).toMatchObject({ code: 'otp_expired' })
  })
})

test('a code holds although the address has changed since it was sent', async () => {
  expect((await request(await sentCode(), { address: address(9) })).statusCode).toBe(200)
})

test('a newer code replaces the older one of the same requester', async () => {
  const old = await sentCode()
  await age('2 minutes')
  const fresh = await sentCode()
  if (old !== fresh) expect((await request(old)).json()).toMatchObject({ code: 'otp_invalid' })
  expect((await request(fresh)).statusCode).toBe(200)
})
