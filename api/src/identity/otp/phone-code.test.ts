import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
beforeEach(async () => {
  await api.db.deleteFrom('rate_limit').execute()
  anna = await api.createUser()
})

/** Returns an address in another network for each index. */
const address = (index: number) => `10.${1 + Math.floor(index / 250)}.${index % 250}.7`
const home = '198.51.100.20'

type Where = { address?: string; browser?: TestBrowser; phone?: string; type?: 'recovery' | 'registration' }

const send = ({ address = home, browser = api.browser(), phone = anna.phone, type = 'recovery' }: Where = {}) =>
  browser.post(`/otp/send/${type}`, { phone_number: phone }, from(address))
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

/** Requests codes from 60 networks until none of them gets another one. Returns how many were sent. */
async function unknownDevicesRequestAll(): Promise<number> {
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
  test('are not consumed by an anonymous client: the owner gets one immediately, and half of the hour’s total', async () => {
    for (let turn = 0; turn < 8; turn++) {
      await send({ address: address(1) })
      await age('6 minutes')
    }
    expect(await messages()).toBe(5)
    expect((await request(await sentCode())).statusCode).toBe(200)
  })

  test('are sent to the owner immediately although an anonymous client has just requested one', async () => {
    expect((await send({ address: address(1) })).statusCode).toBe(200)
    expect((await send({ address: address(1) })).json()).toMatchObject({ code: 'otp_too_often' })
    expect((await send()).statusCode).toBe(200)
  })

  test('are ten an hour for all unknown devices together, and a known device has its own in addition', async () => {
    const browser = await knownBrowser()
    expect(await unknownDevicesRequestAll()).toBe(10)
    expect((await send()).json()).toMatchObject({ code: 'otp_too_often', retry_after: expect.any(Number) })
    expect((await request(await sentCode({ browser }), { browser })).statusCode).toBe(200)
  })

  test('get the same responses when the phone is not registered', async () => {
    const sendRepeatedly = async (phone: string) => {
      const statuses = []
      for (let index = 0; index < 14; index++)
        statuses.push((await send({ phone, address: address(index) })).statusCode)
      return statuses
    }
    expect(await sendRepeatedly(newPhone())).toEqual(await sendRepeatedly(anna.phone))
  })

  test('of registration and recovery have totals of their own', async () => {
    for (let index = 0; index < 12; index++) {
      await api.browser().post('/otp/send/registration', { phone_number: anna.phone }, from(address(index)))
    }
    expect((await send()).statusCode).toBe(200)
  })
})

describe('guesses', () => {
  test('of unknown devices are five in all from any addresses, and the known device continues', async () => {
    const browser = await knownBrowser()
    const code = await sentCode({ browser })
    const statuses = []
    for (let index = 0; index < 60; index++) {
      statuses.push((await request(wrong(code), { address: address(index) })).statusCode)
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(56)
    expect((await request(code, { address: address(61) })).json()).toMatchObject({ code: 'otp_blocked' })
    expect((await request(wrong(code), { browser })).json()).toMatchObject({ attempts_left: 4 })
    expect((await request(code, { browser })).statusCode).toBe(200)
  })

  test('of codes that ten addresses have requested are five in all', async () => {
    for (let index = 0; index < 10; index++) await send({ address: address(index) })
    const statuses = []
    for (let guess = 0; guess < 20; guess++) {
      statuses.push((await request(String(guess).padStart(6, '0'), { address: address(20 + guess) })).statusCode)
    }
    expect(statuses.slice(0, 4)).toEqual([422, 422, 422, 422])
    expect(new Set(statuses.slice(4))).toEqual(new Set([429]))
  })

  test('of unknown devices are fifteen a day', async () => {
    let counted = 0
    for (let round = 0; round < 5; round++) {
      await send({ address: address(round) })
      for (let guess = 0; guess < 6; guess++) {
        const { code } = (await request(wrong('0'), { address: address(50 + round) })).json()
        if (code === 'otp_invalid') counted += 1
      }
      await sql`update rate_limit set window_start = window_start - interval '15 minutes' where key not like '%:day'`.execute(
        api.db,
      )
    }
    // The fifth guess of each round gets `otp_blocked`.
    expect(counted).toBe(12)
  })

  test('made at the same time do not share an attempt', async () => {
    const code = await sentCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(wrong(code))))
    const blocked = responses.filter((response) => response.json().code === 'otp_blocked')
    expect(blocked.length).toBeGreaterThanOrEqual(15)
    expect((await request(code)).json()).toMatchObject({ code: 'otp_blocked' })
  })

  test('by unknown devices that are blocked also block the next code, for a quarter of an hour', async () => {
    const code = await sentCode()
    for (let guess = 0; guess < 5; guess++) await request(wrong(code))
    await age('2 minutes')
    expect((await send()).json()).toMatchObject({ code: 'otp_blocked', retry_after: expect.any(Number) })
    await sql`update rate_limit set window_start = window_start - interval '15 minutes'`.execute(api.db)
    expect((await request(await sentCode())).statusCode).toBe(200)
  })

  test('are not counted for a phone without a code', async () => {
    for (let guess = 0; guess < 8; guess++)
      expect((await request('000000')).json()).toMatchObject({ code: 'otp_expired' })
    await sentCode()
    expect((await request('000000')).json()).toMatchObject({ attempts_left: 4 })
  })
})

test('a code holds although the address has changed since it was sent', async () => {
  expect((await request(await sentCode(), { address: address(9) })).statusCode).toBe(200)
})

describe('at most two codes of a phone hold', () => {
  const check = async (code: string) => {
    const response = await api.browser().post('/otp/check', { code, phone_number: anna.phone }, from(address(40)))
    await api.db.deleteFrom('rate_limit').where('key', 'like', 'otp:guess:%').execute()
    return response.statusCode
  }

  test('the two newest, whoever has requested them', async () => {
    const codes: string[] = []
    for (let index = 0; index < 10; index++) codes.push(await sentCode({ address: address(index) }))
    expect(new Set(codes).size).toBe(10)
    const statuses = []
    for (const code of codes) statuses.push(await check(code))
    expect(statuses).toEqual([...Array(8).fill(422), 200, 200])
    expect((await request(codes[0] ?? '')).statusCode).toBe(422)
  })

  test('whatever they are for', async () => {
    const codes: string[] = []
    for (const type of ['recovery', 'registration'] as const) {
      for (const index of [0, 1]) codes.push(await sentCode({ address: address(index), type }))
    }
    const statuses = []
    for (const code of codes) statuses.push(await check(code))
    expect(statuses).toEqual([422, 422, 200, 200])
    // These two codes are not for a recovery.
    for (const code of codes) expect((await request(code)).statusCode).toBe(410)
  })

  test('and a used code makes no older one valid again', async () => {
    const codes = [await sentCode({ address: address(0) }), await sentCode({ address: address(1) })]
    codes.push(await sentCode({ address: address(2) }))
    const [oldest = '', , newest = ''] = codes
    expect((await request(newest)).statusCode).toBe(200)
    expect(await check(oldest)).toBe(422)
  })
})
