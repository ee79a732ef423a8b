import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApi } from '../../../http/testing.ts'

const production = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'http://localhost:3000',
  DATABASE_URL: 'postgres://localhost/portal',
  SERVICE_TOKEN: randomBytes(24).toString('base64'),
  OTP_PEPPER: randomBytes(32).toString('base64'),
  VAULT_KEY: randomBytes(32).toString('base64'),
  SMS_GATEWAY_URL: 'https://sms.example/send',
  SMS_GATEWAY_TOKEN: randomBytes(24).toString('base64'),
  TRUST_PROXY: 'none',
}
const yookassa = { YOOKASSA_GATEWAY_ID: '504001', YOOKASSA_SECRET_KEY: 'live_a-secret-key' }

// spec: 9.53
test.each([
  ['a demo', {}, false],
  ['production with a provider', { ...production, ...yookassa, BANK: 'yookassa' }, false],
  [
    'production with a sandbox beside it',
    { ...production, ...yookassa, BANK: 'yookassa', BANKS: 'sandbox', ALLOW_SANDBOX_BANK: 'yes' },
    true,
  ],
])('pages learn of a sandbox that may be taken for a bank: %s', async (_, env, expected) => {
  const api = await testApi({ env })
  const response = await api.browser().get('/public-settings')
  expect([response.statusCode, response.json()]).toEqual([200, { sandbox_bank: expected }])
  await api.close()
})
