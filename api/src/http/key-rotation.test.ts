import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { preparePhoneCode, verifyPhoneCode } from '../identity/otp/phone-code.ts'
import { prepareOtp, verifyOtp } from '../identity/otp/service.ts'
import { readSettings } from '../settings/settings.ts'
import { sharedApi } from './testing/test-api.ts'

const newKey = () => randomBytes(32).toString('base64')
const [oldPepper, newPepper] = [newKey(), newKey()]
const oldToken = 'the-service-token-before'

const api = sharedApi({
  env: {
    OTP_PEPPER: `${newPepper},${oldPepper}`,
    SERVICE_TOKEN: `2026:the-service-token-of-now,2025:${oldToken}`,
    METRICS_TOKEN: 'the-metrics-token-of-now,the-metrics-token-before',
  },
})

test('a code of the previous pepper is accepted while that pepper is configured', async () => {
  const { db } = api
  const anna = await api.createUser({ phone: '+79160000001' })
  const request = { subject: anna.userId, purpose: 'payout', phone: anna.phone, boundTo: 'x', title: '' } as const
  const before = readSettings({ OTP_PEPPER: oldPepper })
  const { message } = await prepareOtp({ db, settings: before }, request)
  const guess = { subject: anna.userId, purpose: 'payout', code: message.code } as const
  const without = readSettings({ OTP_PEPPER: newPepper })
  await expect(verifyOtp({ db, settings: without }, guess)).rejects.toMatchObject({ code: 'otp_invalid' })
  expect(await verifyOtp(api, guess)).toEqual(expect.any(Number))
})

test('a code of the previous pepper is accepted from a user who is not signed in', async () => {
  const { db } = api
  const request = { phone: '+79160000002', purpose: 'recovery', requester: { key: 'address:10.0.0.1' } } as const
  const before = readSettings({ OTP_PEPPER: oldPepper })
  const { message } = await preparePhoneCode({ db, settings: before }, request)
  expect(await verifyPhoneCode(api, { ...request, code: message.code })).toEqual(expect.any(Number))
})

test('both service tokens are accepted, and a third one is not', async () => {
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await api.app.inject({ method: 'POST', url: '/api/v1/ingest/tips', headers, payload: { tips: [] } }))
      .statusCode
  }
  expect([await statusWith('the-service-token-of-now'), await statusWith(oldToken)]).not.toContain(401)
  expect(await statusWith('the-service-token-of-never')).toBe(401)
})

test('both versions of the token for metrics are accepted, and the metrics count how often each was used', async () => {
  const scrape = (token: string) => api.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect((await scrape('the-metrics-token-before')).statusCode).toBe(200)
  const { body } = await scrape('the-metrics-token-of-now')
  expect(body).toMatch(/^portal_secret_uses\{secret="METRICS_TOKEN",version="2"\} [1-9]/m)
  expect(body).toMatch(/^portal_secret_uses\{secret="SERVICE_TOKEN",version="2025"\} [1-9]/m)
  expect((await scrape('the-metrics-token-of-never')).statusCode).toBe(401)
})
