import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApi } from '../../http/testing/test-api.ts'
import { demoConsentFiles } from '../../settings/consent-texts.ts'

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
  ...demoConsentFiles,
  SUPPORT_PHONE: '+78001234567',
  SUPPORT_HOURS: 'ежедневно с 9 до 21',
  OPERATOR_NAME: 'ООО «Ромашка»',
}
const yookassa = { YOOKASSA_GATEWAY_ID: '504001', YOOKASSA_SECRET_KEY: 'live_a-secret-key' }

const form = (script: string) => ({ card_form: { provider: 'yookassa', script } })
const ofProvider = form('https://yookassa.ru/payouts-data/3.1.0/widget.js')
const double = { ...yookassa, BANKS: 'yookassa', YOOKASSA_URL: 'http://127.0.0.1:4000/v3' }

// spec: 9.53
test.each([
  ['a demo', {}, { sandbox_bank: false }],
  ['a demo with an account that is not used', yookassa, { sandbox_bank: false }],
  [
    'a demo with the double',
    double,
    { sandbox_bank: false, ...form('http://127.0.0.1:4000/payouts-data/3.1.0/widget.js') },
  ],
  [
    'production with a provider',
    { ...production, ...yookassa, BANK: 'yookassa' },
    { sandbox_bank: false, ...ofProvider },
  ],
  [
    'production with a sandbox beside it',
    { ...production, ...yookassa, BANK: 'yookassa', BANKS: 'sandbox', ALLOW_SANDBOX_BANK: 'yes' },
    { sandbox_bank: true, ...ofProvider },
  ],
])(
  'pages learn of a sandbox that may be taken for a bank, and of the form of a provider: %s',
  async (_, env, expected) => {
    const api = await createTestApi({ env })
    const response = await api.browser().get('/public-settings')
    expect([response.statusCode, response.json()]).toEqual([200, expected])
    await api.close()
  },
)
