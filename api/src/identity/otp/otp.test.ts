import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { readBlockSeconds } from './repository.ts'
import { consumeOtp, verifyOtp } from './service.ts'

const api = sharedApi()

/** Ages all codes of a phone. */
const age = (phone: string, by: string) =>
  sql`update otp set created_at = created_at - ${by}::interval, expires_at = expires_at - ${by}::interval,
    blocked_until = blocked_until - ${by}::interval where phone = ${phone}`.execute(api.db)
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('to the signed-in user', () => {
  let anna: TestUser
  let browser: TestBrowser
  beforeEach(async () => {
    anna = await api.createUser()
    browser = await api.signedIn(anna)
  })

  type Purpose = 'payout' | 'transfer'
  const send = (purpose: Purpose = 'payout') => browser.post(`/otp/send/user/${anna.userId}`, { purpose })
  const verify = (code: string, purpose: Purpose = 'payout') => verifyOtp(api, { subject: anna.userId, purpose, code })
  const sentCode = async (purpose?: Purpose) => {
    expect((await send(purpose)).statusCode).toBe(200)
    return await api.codeSentTo(anna.phone)
  }

  test('the message names the purpose, warns, and lets the browser fill the code in', async () => {
    const response = await send('transfer')
    expect(response.json()).toEqual({
      expires_in: 300,
      resend_in: 60,
      digits: 6,
      phone_masked: expect.stringMatching(/^\+7 \(916\) •••-••-\d\d$/),
    })
    const sms = await api.db
      .selectFrom('sandbox.sms')
      .selectAll()
      .where('phone', '=', anna.phone)
      .executeTakeFirstOrThrow()
    expect(sms.code).toMatch(/^\d{6}$/)
    const title = 'перевода до 5\u00A0000\u00A0₽ любому коллеге'
    expect(sms.text).toBe(`Чаевые: ${sms.code} — код для ${title}. Никому не говорите код.\n@localhost #${sms.code}`)
  })

  // spec: 9.22
  test.each([
    ['no body', undefined],
    ['no purpose', {}],
  ])('with %s the code is for a payout', async (_, body) => {
    expect((await browser.post(`/otp/send/user/${anna.userId}`, body)).statusCode).toBe(200)
    await verify(await api.codeSentTo(anna.phone))
  })

  // spec: 9.22
  test('returns 404 for another user’s id and sends no message', async () => {
    const boris = await api.createUser()
    expect((await browser.post(`/otp/send/user/${boris.userId}`, { purpose: 'payout' })).statusCode).toBe(404)
    expect(await api.db.selectFrom('sandbox.sms').selectAll().where('phone', '=', boris.phone).execute()).toEqual([])
  })

  test('the database holds neither the code nor a plain hash of it', async () => {
    const code = await sentCode()
    const { rows } = await sql<{ leaks: boolean }>`
      select code_hmac in (sha256(${code}::bytea), sha256(${`${anna.userId}\npayout\n${code}`}::bytea)) or o::text like ${`%${code}%`} as leaks
      from otp o where phone = ${anna.phone}`.execute(api.db)
    expect(rows).toEqual([{ leaks: false }])
  })

  test('a right code is used once', async () => {
    const id = await verify(await sentCode())
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => api.db.transaction().execute((trx) => consumeOtp(trx, id))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(verify(await api.codeSentTo(anna.phone))).rejects.toMatchObject({ status: 410, code: 'otp_expired' })
  })

  test('a failed action leaves the code unused', async () => {
    const code = await sentCode()
    const id = await verify(code)
    const failed = api.db.transaction().execute(async (trx) => {
      await consumeOtp(trx, id)
      throw new Error('insufficient funds')
    })
    await expect(failed).rejects.toThrow('insufficient funds')
    expect(await verify(code)).toBe(id)
  })

  test('a code for one thing does not allow another', async () => {
    const code = await sentCode('transfer')
    await expect(verify(code, 'payout')).rejects.toMatchObject({ status: 410 })
    await send('payout')
    await expect(verify(code, 'payout')).rejects.toMatchObject({ status: 422 })
  })

  test('rejects another user’s code', async () => {
    const boris = await api.createUser()
    const code = await sentCode()
    await expect(verifyOtp(api, { subject: boris.userId, purpose: 'payout', code })).rejects.toMatchObject({
      status: 410,
    })
  })

  // spec: 9.7, 10.6
  test('expires after five minutes', async () => {
    const code = await sentCode()
    await age(anna.phone, '4 minutes 30 seconds')
    expect(await verify(code)).toBeTypeOf('number')
    await age(anna.phone, '30 seconds')
    await expect(verify(code)).rejects.toMatchObject({ status: 410, code: 'otp_expired' })
  })

  test('a newer code replaces the older', async () => {
    const old = await sentCode()
    await age(anna.phone, '1 minute')
    const fresh = await sentCode()
    if (old !== fresh) await expect(verify(old)).rejects.toMatchObject({ status: 422 })
    expect(await verify(fresh)).toBeTypeOf('number')
  })

  // spec: 9.7
  test('each wrong guess is counted, and the fifth blocks for 15 minutes', async () => {
    const code = await sentCode()
    for (const attempts_left of [4, 3, 2, 1]) {
      await expect(verify(wrong(code))).rejects.toMatchObject({
        status: 422,
        code: 'otp_invalid',
        data: { attempts_left },
      })
    }
    await expect(verify(wrong(code))).rejects.toMatchObject({
      status: 429,
      code: 'otp_blocked',
      data: { retry_after: 900 },
    })
    await expect(verify(code)).rejects.toMatchObject({ status: 429, code: 'otp_blocked' })
    for (const purpose of ['payout', 'transfer'] as const) {
      const response = await send(purpose)
      expect(response.json()).toMatchObject({ code: 'otp_blocked', retry_after: expect.any(Number) })
      expect(response.headers['retry-after']).toBeDefined()
    }
    await age(anna.phone, '15 minutes')
    expect(await verify(await sentCode())).toBeTypeOf('number')
  })

  test('a request that waited for the block of another one waits no longer than the block lasts', async () => {
    const code = await sentCode()
    const wait = await api.db.transaction().execute(async (earlier) => {
      await sql`select now()`.execute(earlier)
      for (let guesses = 0; guesses < 5; guesses++) await verify(wrong(code)).catch(() => {})
      return await readBlockSeconds(earlier, anna.userId)
    })
    expect(wait).toBeGreaterThan(890)
    expect(wait).toBeLessThanOrEqual(900)
  })

  test('simultaneous guesses do not share an attempt', async () => {
    const code = await sentCode()
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, () => verify(wrong(code))))
    const responses = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason : undefined))
    const left = responses
      .filter((response) => response?.code === 'otp_invalid')
      .map((response) => response.data.attempts_left)
    expect(left.sort()).toEqual([1, 2, 3, 4])
    expect(responses.filter((response) => response?.code === 'otp_blocked')).toHaveLength(26)
    await expect(verify(code)).rejects.toMatchObject({ code: 'otp_blocked' })
  })

  test('can be sent again after 60, 120 and 300 seconds', async () => {
    for (const interval of [60, 120, 300]) {
      const sent = await send()
      expect(sent.json()).toMatchObject({ resend_in: interval })
      await age(anna.phone, `${interval - 30} seconds`)
      const tooOften = await send()
      expect(tooOften.statusCode).toBe(429)
      expect(tooOften.json()).toMatchObject({ code: 'otp_too_often', retry_after: expect.any(Number) })
      await age(anna.phone, '30 seconds')
    }
    expect((await send()).statusCode).toBe(200)
  })

  test('can be sent again where a wrong clock has dated the last one in the future', async () => {
    await send()
    await age(anna.phone, '-400 days')
    expect((await send()).json()).toMatchObject({ resend_in: 60 })
  })

  test('two simultaneous taps send one message', async () => {
    const taps = await Promise.all(Array.from({ length: 8 }, () => send()))
    expect(taps.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 429)])
    expect(await api.db.selectFrom('sandbox.sms').selectAll().where('phone', '=', anna.phone).execute()).toHaveLength(1)
  })

  test('sends five unused codes an hour, and does not count used ones', async () => {
    for (let times = 0; times < 6; times++) {
      const id = await verify(await sentCode())
      await consumeOtp(api.db, id)
    }
    for (let times = 0; times < 5; times++) {
      await sentCode()
      await age(anna.phone, '5 minutes')
    }
    const response = await send()
    expect(response.json()).toMatchObject({ code: 'otp_too_often' })
    expect(response.json().retry_after).toBeGreaterThan(1800)
    await age(anna.phone, '35 minutes')
    expect((await send()).statusCode).toBe(200)
  })
})

describe('to a user who is not signed in', () => {
  const send = (type: string, phone: string, address = '10.0.0.1') =>
    api.browser().post(`/otp/send/${type}`, { phone_number: phone }, from(address))
  const check = (phone: string, code: string, address = '10.0.0.1') =>
    api.browser().post('/otp/check', { phone_number: phone, code }, from(address))
  const messagesTo = (phone: string) =>
    api.db.selectFrom('sandbox.sms').selectAll().where('phone', '=', phone).execute()

  // spec: 9.22
  test('a recovery returns the same response for an unknown phone, and sends no message', async () => {
    const anna = await api.createUser()
    const unknown = newPhone()
    const responses = await Promise.all([send('recovery', anna.phone), send('recovery', unknown)])
    const [known, other] = responses.map((response) => ({ ...response.json(), phone_masked: '' }))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(other).toEqual(known)
    await expect.poll(() => messagesTo(anna.phone)).toHaveLength(1)
    expect(await messagesTo(unknown)).toEqual([])
    const again = await Promise.all([send('recovery', anna.phone), send('recovery', unknown)])
    expect(again.map((response) => response.json().code)).toEqual(['otp_too_often', 'otp_too_often'])
    const guesses = await Promise.all([
      check(anna.phone, wrong(await api.codeSentTo(anna.phone))),
      check(unknown, '000000'),
    ])
    expect(guesses.map((response) => response.json().attempts_left)).toEqual([4, 4])
  })

  // spec: 9.7, 9.22
  test('checking does not consume the code', async () => {
    const phone = newPhone()
    await send('registration', phone)
    await expect.poll(() => messagesTo(phone)).toHaveLength(1)
    const code = await api.codeSentTo(phone)
    for (let times = 0; times < 6; times++) expect((await check(phone, code)).json()).toEqual({ valid: true })
  })

  test('an anonymous client cannot consume the codes of a user', async () => {
    const anna = await api.createUser()
    await send('registration', anna.phone)
    for (let guess = 0; guess < 5; guess++) await check(anna.phone, '000000')
    expect((await check(anna.phone, '000000')).json()).toMatchObject({ code: 'otp_blocked' })
    const browser = await api.signedIn(anna)
    expect((await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })).statusCode).toBe(200)
  })

  test('an address gets codes for at most thirty phones an hour', async () => {
    const statuses = []
    for (let times = 0; times < 31; times++) statuses.push((await send('recovery', newPhone(), '10.9.0.1')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect((await send('recovery', newPhone(), '10.9.0.2')).statusCode).toBe(200)
  })
})
