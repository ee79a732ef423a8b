// spec: 9.23

import { expect, test } from 'vitest'
import { addCard, earn } from '../money/ledger/testing/test-ledger.ts'
import { storeCard } from '../payouts/vault/vault.ts'
import { strikeOutNumbers } from './log.ts'
import { sharedApi } from './testing/test-api.ts'

const api = sharedApi()

const cardNumber = '2200701395954321'
const wrongNumber = '2200701395954322'

test('the log of a whole day contains no secret and no personal data', async () => {
  const anna = await api.createUser({ phone: '+79161234567', password: 'a very secret password' })
  await earn(api.db, anna, 5000)
  const browser = api.browser()

  await browser.post('/login', { phoneNumber: anna.phone, password: 'a wrong password', _remember_me: false })
  await browser.post('/login', { phoneNumber: anna.phone, password: anna.password, _remember_me: true })
  const token = browser.token ?? ''
  await browser.get('/session/bootstrap')
  await storeCard(api.db, api.settings.vaultKeys, cardNumber)
  const methodId = await addCard(api.db, anna)
  await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
  const code = await api.codeSentTo(anna.phone)
  const order = { kind: 'payout', rest_id: anna.restaurantId, binding_id: methodId, amount: 500, code }
  const payout = await browser.post('/user/payout', order, { headers: { 'idempotency-key': 'once' } })
  expect(payout.statusCode).toBe(201)
  await browser.post('/otp/check', { phone_number: anna.phone, code: '000000' })
  const { card_token } = (await browser.post('/vault/cards', { number: cardNumber })).json()
  await browser.post('/vault/cards', { number: wrongNumber })
  await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'card', card_token })
  const cardCode = await api.codeSentTo(anna.phone)
  const card = { code: cardCode, rest_id: anna.restaurantId, card_token, label: 'Моя' }
  expect((await browser.post('/user/bank-card', card)).statusCode).toBe(201)
  await browser.post('/user/password/change', { password: 'the second password', current_password: 'a wrong guess' })
  await browser.post('/otp/send/recovery', { phone_number: anna.phone })
  await expect.poll(() => api.codeSentTo(anna.phone)).not.toBe(cardCode)
  const recovery = await api.codeSentTo(anna.phone)
  const reset = (await browser.post('/user/password/request', { phone_number: anna.phone, code: recovery })).json()
  const resetUrl = `/user/password/change/${reset.a}/${reset.b}`
  expect((await browser.post(resetUrl, { password: 'the third password' })).statusCode).toBe(204)
  await browser.post(resetUrl, { password: 'the fourth password' })
  await api.app.inject(`/demo/sms.json?phone=${encodeURIComponent(anna.phone)}`)
  await browser.post('/logout')
  // Lines that careless code would write.
  api.log.warn({
    phone: anna.phone,
    body: { password: anna.password, code, token, current_password: anna.password, b: reset.b, card_token },
    err: new Error(`${anna.phone} ${cardNumber}`),
  })

  const log = api.logs.join('')
  expect(log).toContain('/api/v1/user/payout')
  expect(log).toContain('"statusCode":201')
  expect(log).toContain('[redacted]')
  const secrets = [
    anna.password,
    'a wrong password',
    token,
    cardNumber,
    '9161234567',
    `"${code}"`,
    `"${cardCode}"`,
    `"${recovery}"`,
    wrongNumber,
    card_token,
    reset.b,
    'a wrong guess',
    'the second password',
    'the third password',
    'the fourth password',
    api.settings.serviceToken,
  ]
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('every line names its request', () => {
  const lines = api.logs.map((line) => JSON.parse(line)).filter((line) => 'req' in line || 'res' in line)
  expect(lines.length).toBeGreaterThan(10)
  for (const line of lines) expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/)
})

test.each([
  ['call +79161234567 now', 'call [redacted] now'],
  ['89161234567', '[redacted]'],
  ['2200 7013 9595 4321', '[redacted]'],
  ['2200701395954321', '[redacted]'],
  ['"responseTime":12.7390000000001', '"responseTime":12.7390000000001'],
  ['de300000-0000-4000-8000-000000000001', 'de300000-0000-4000-8000-000000000001'],
  ['04629fa0-3894-4a32-ab55-c79161234567', '04629fa0-3894-4a32-ab55-c79161234567'],
  ['"89161234-3894-4a32-ab55-79161234567a"', '"89161234-3894-4a32-ab55-79161234567a"'],
  [
    'order 04629fa0-3894-4a32-ab55-c79161234567 to 79161234567',
    'order 04629fa0-3894-4a32-ab55-c79161234567 to [redacted]',
  ],
  ['2026-11-21T02:06:53.365Z', '2026-11-21T02:06:53.365Z'],
])('%s → %s', (line, safe) => {
  expect(strikeOutNumbers(line)).toBe(safe)
})
