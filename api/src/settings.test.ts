import { expect, test } from 'vitest'
import { readPortalSettings, readSettings, SettingsError } from './settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const production = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'https://tips.example',
  DATABASE_URL: 'postgres://db.example/portal',
  SERVICE_TOKEN: 'a-long-enough-token',
  OTP_PEPPER: key,
  VAULT_KEY: key,
  SMS_GATEWAY_URL: 'https://sms.example/send',
  SMS_GATEWAY_TOKEN: 'token',
  BANK: 'sandbox',
}

type Variables = Record<string, string | undefined>

const messageOf = (env: Variables, read: (env: Variables) => object = readSettings): string => {
  try {
    read(env)
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

test('a demo needs nothing', () => {
  expect(readSettings({})).toMatchObject({ demo: true, port: 3000, origin: 'http://localhost:3000', demoTips: true })
  expect(readSettings({ PORT: '4000' })).toMatchObject({ port: 4000, origin: 'http://localhost:4000' })
})

test('production lists everything that is missing at once', () => {
  const names = Object.keys(production).filter((name) => name !== 'NODE_ENV')
  const message = messageOf({ NODE_ENV: 'production' })
  for (const name of names) expect(message).toContain(`  ${name}: missing`)
})

test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
  'production does not start without %s',
  (name) => {
    expect(messageOf(production)).toBe('')
    expect(messageOf({ ...production, [name]: '' })).toBe(`Settings are missing or wrong:\n  ${name}: missing`)
  },
)

test('production does not take the demo’s secrets, and starts no demo', () => {
  const settings = readSettings(production)
  expect(settings).toMatchObject({ demo: false, demoTips: false, serviceToken: 'a-long-enough-token' })
  expect(settings.otpPepper).not.toEqual(readSettings({}).otpPepper)
})

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORTAL_ORIGIN: 'tips' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'http://tips.example' }, 'PORTAL_ORIGIN: must be https'],
  [{ VAULT_KEY: 'c2hvcnQ=' }, 'VAULT_KEY: must be 32 bytes in base64'],
  [{ SERVICE_TOKEN: 'short' }, 'SERVICE_TOKEN'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS'],
])('%j is refused by name', (wrong, text) => {
  expect(messageOf({ ...production, ...wrong })).toContain(text)
})

test('the portal server alone asks for what it uses, and for no secret', () => {
  const { NODE_ENV, PORTAL_ORIGIN } = production
  const alone = { NODE_ENV, PORTAL_ORIGIN, API_URL: 'http://10.0.0.5:3100/' }
  expect(readPortalSettings(alone)).toEqual({
    demo: false,
    host: '127.0.0.1',
    port: 3000,
    origin: 'https://tips.example',
    apiUrl: 'http://10.0.0.5:3100',
    cardFormOrigins: [],
    previews: false,
    metricsToken: undefined,
    drainSeconds: 0,
    logLevel: 'info',
  })
  expect(messageOf({ NODE_ENV }, readPortalSettings)).toBe(
    'Settings are missing or wrong:\n  PORTAL_ORIGIN: missing\n  API_URL: missing',
  )
  expect(messageOf({ ...alone, API_URL: 'ftp://api' }, readPortalSettings)).toContain('  API_URL: ')
  expect(messageOf({ ...alone, PORTAL_ORIGIN: 'http://tips.example' }, readPortalSettings)).toContain('must be https')
})

test('previews are a matter of development, unless production asks for them', () => {
  const { NODE_ENV, PORTAL_ORIGIN } = production
  const alone = { NODE_ENV, PORTAL_ORIGIN, API_URL: 'http://10.0.0.5:3100' }
  expect(readPortalSettings({ ...alone, NODE_ENV: 'development' }).previews).toBe(true)
  expect(readPortalSettings({ ...alone, PREVIEWS: 'on' }).previews).toBe(true)
})

test('a secret that is wrong is not repeated', () => {
  expect(messageOf({ ...production, SERVICE_TOKEN: 'hunter2' })).not.toContain('hunter2')
})

test.each([
  ['off', false],
  ['false', false],
  ['on', true],
])('DEMO_TIPS=%s', (value, demoTips) => {
  expect(readSettings({ DEMO_TIPS: value })).toMatchObject({ demoTips })
})

test('proxies are listed by comma', () => {
  expect(readSettings({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16'])
})

test('images go into the data folder, or into the bucket that is named', () => {
  expect(readSettings({ PORTAL_DATA: '/data' }).uploads).toEqual({ folder: '/data/uploads' })
  const bucket = {
    UPLOADS_S3_URL: 'https://storage.example/portal/',
    UPLOADS_S3_KEY_ID: 'key',
    UPLOADS_S3_SECRET: 'secret',
  }
  expect(readSettings({ ...production, ...bucket }).uploads).toEqual({
    url: 'https://storage.example/portal',
    region: 'us-east-1',
    keyId: 'key',
    secret: 'secret',
  })
  const { UPLOADS_S3_URL } = bucket
  expect(messageOf({ ...production, UPLOADS_S3_URL })).toBe(
    'Settings are missing or wrong:\n  UPLOADS_S3_KEY_ID: missing\n  UPLOADS_S3_SECRET: missing',
  )
})

test('sites that may embed the card form are origins by comma', () => {
  expect(readSettings({}).cardFormOrigins).toEqual([])
  expect(readSettings({ CARD_FORM_ORIGINS: 'https://shop.example, http://localhost:4000' }).cardFormOrigins).toEqual([
    'https://shop.example',
    'http://localhost:4000',
  ])
})

test.each(['*', 'shop.example', 'https://shop.example/path', 'https://*.example', "https://a.example 'self'", 'null'])(
  'CARD_FORM_ORIGINS=%s is refused',
  (value) => {
    expect(() => readSettings({ CARD_FORM_ORIGINS: value })).toThrow('CARD_FORM_ORIGINS')
  },
)
