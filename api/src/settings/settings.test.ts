import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { production, settingsErrorMessage } from '../testing/production.ts'
import { isUnencrypted } from './production-settings.ts'
import { readPortalSettings, readSettings } from './settings.ts'

const required = Object.keys(production).filter((name) => !['NODE_ENV', 'ALLOW_SANDBOX_BANK'].includes(name))

test('a demo requires no setting', () => {
  expect(readSettings({})).toMatchObject({ demo: true, port: 3000, origin: 'http://localhost:3000', demoTips: true })
  expect(readSettings({ PORT: '4000' })).toMatchObject({ port: 4000, origin: 'http://localhost:4000' })
})

test('production lists everything that is missing in one message', () => {
  const message = settingsErrorMessage({ NODE_ENV: 'production' })
  for (const name of required) expect(message).toContain(`  ${name}: missing`)
})

test.each(required)('production does not start without %s', (name) => {
  expect(settingsErrorMessage(production)).toBe('')
  expect(settingsErrorMessage({ ...production, [name]: '' })).toMatch(
    new RegExp(`^Settings are missing or wrong:\n  ${name}: missing[^\n]*$`),
  )
})

test('the texts that users agree to are read at the start, and any change of a text changes its version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const OFFER_FILE = join(folder, 'offer-2026-12-01.txt')
  await writeFile(OFFER_FILE, 'Оферта ООО «Ромашка».\n')
  const { offer } = readSettings({ ...production, OFFER_FILE }).consentTexts
  expect(offer).toEqual({
    text: 'Оферта ООО «Ромашка».\n',
    version: expect.stringMatching(/^2026-12-01 [0-9a-f]{64}$/),
  })
  await writeFile(OFFER_FILE, 'Оферта ООО «Роза».\n')
  expect(readSettings({ ...production, OFFER_FILE }).consentTexts.offer.version).not.toBe(offer.version)
})

test.each([
  ['offer.txt', 'Оферта', 'must name a file whose name ends with the day of its version'],
  ['offer-2026-13-01.txt', 'Оферта', 'must name a file whose name ends with the day of its version'],
  ['offer-2026-12-01.txt', ' \n', 'names an empty file'],
  ['offer-2026-12-01.txt', Buffer.from([0xcf, 0xf0]), 'must be a text in UTF-8'],
  ['offer-2026-12-01.txt', undefined, 'names a file that cannot be read: ENOENT'],
])('the file %s of a text with %j is rejected', async (name, content, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (content !== undefined) await writeFile(join(folder, name), content)
  const rejected = settingsErrorMessage({ ...production, OFFER_FILE: join(folder, name) })
  expect(rejected).toContain(`  OFFER_FILE: ${message}`)
})

test.each([
  ['BANK', { BANK: 'sandbox' }],
  ['BANKS', { BANK: 'yookassa', BANKS: 'sandbox' }],
])('production pays out by the sandbox in %s only where that is allowed', (name, banks) => {
  const yookassa = { YOOKASSA_GATEWAY_ID: '504001', YOOKASSA_SECRET_KEY: 'live_a-secret-key' }
  const env = { ...production, ...yookassa, ...banks }
  expect(settingsErrorMessage(env)).toBe('')
  for (const allowed of ['', 'no', 'true']) {
    expect(settingsErrorMessage({ ...env, ALLOW_SANDBOX_BANK: allowed })).toContain(
      `  ${name}: must not be \`sandbox\``,
    )
  }
  expect(settingsErrorMessage({ ...production, ...yookassa, BANK: 'yookassa', ALLOW_SANDBOX_BANK: '' })).toBe('')
})

test('several providers pay out, and one without its account does not start', () => {
  const account = { YOOKASSA_GATEWAY_ID: '504001', YOOKASSA_SECRET_KEY: 'live_a-secret-key' }
  const banks = { BANK: 'yookassa', BANKS: 'yookassa, sandbox' }
  expect(readSettings({ ...banks, ...account })).toMatchObject({
    payouts: { providers: { default: 'yookassa', names: ['yookassa', 'sandbox'] } },
    yookassa: { url: 'https://api.yookassa.ru/v3', gatewayId: '504001', secretKey: 'live_a-secret-key' },
  })
  expect(settingsErrorMessage(banks)).toContain('  YOOKASSA_GATEWAY_ID: missing\n  YOOKASSA_SECRET_KEY: missing')
  expect(settingsErrorMessage({ BANKS: 'sandbox,sberbank' })).toContain(
    '  BANKS: must be of sandbox, yookassa, by comma',
  )
  expect(settingsErrorMessage({ ...production, ...account, YOOKASSA_URL: 'http://api.example/v3' })).toContain(
    '  YOOKASSA_URL: must be https',
  )
})

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORTAL_ORIGIN: 'tips' }, 'PORTAL_ORIGIN'],
  [{ PORTAL_ORIGIN: 'http://tips.example' }, 'PORTAL_ORIGIN: must be https'],
  [{ VAULT_KEY: 'c2hvcnQ=' }, 'VAULT_KEY: must be 32 bytes in base64'],
  [{ PUSH_VAPID_KEYS: Buffer.alloc(32).toString('base64') }, 'PUSH_VAPID_KEYS: must be random'],
  [{ SERVICE_TOKEN: 'short' }, 'SERVICE_TOKEN'],
  [{ DATABASE_URL: 'postgres://portal_api:a@10.0.0.1,10.0.0.2:5433/portal' }, 'DATABASE_URL: must name one server'],
  [{ DATABASE_URL: 'postgres://portal_api:a/b@db.example/portal' }, 'DATABASE_URL: must be postgres://'],
  [{ FAULTS_URL: 'http://127.0.0.1:4318' }, 'FAULTS_URL: must be a DSN of Sentry'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS'],
])('rejects %j by its name', (wrong, text) => {
  expect(settingsErrorMessage({ ...production, ...wrong })).toContain(text)
})

test('a database can be named by its socket', () => {
  const DATABASE_URL = 'postgres://portal_api@/portal?host=/run/postgresql'
  expect(readSettings({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test('a portal server without the API requires only the settings that it uses, and no secret', () => {
  const { NODE_ENV, PORTAL_ORIGIN, TRUST_PROXY } = production
  const separate = { NODE_ENV, PORTAL_ORIGIN, TRUST_PROXY, API_URL: 'http://10.0.0.5:3100/, http://10.0.0.6:3100' }
  expect(readPortalSettings(separate)).toEqual({
    demo: false,
    host: '127.0.0.1',
    port: 3000,
    origin: 'https://tips.example',
    apiUrls: ['http://10.0.0.5:3100', 'http://10.0.0.6:3100'],
    cardFormOrigins: [],
    serverRendering: true,
    metricsToken: undefined,
    trustProxy: [],
    drainSeconds: 0,
    logLevel: 'info',
  })
  expect(settingsErrorMessage({ NODE_ENV }, readPortalSettings)).toEqual(
    expect.stringMatching(
      /^Settings are missing or wrong:\n {2}PORTAL_ORIGIN: missing\n {2}TRUST_PROXY: missing: .*\n {2}API_URL: missing$/,
    ),
  )
  expect(settingsErrorMessage({ ...separate, API_URL: 'ftp://api' }, readPortalSettings)).toContain('  API_URL: ')
  expect(settingsErrorMessage({ ...separate, PORTAL_ORIGIN: 'http://tips.example' }, readPortalSettings)).toContain(
    'must be https',
  )
})

test.each(['prod', 'Production', 'live', 'staging'])('NODE_ENV=%s does not start a demo', (NODE_ENV) => {
  expect(settingsErrorMessage({ ...production, NODE_ENV })).toContain('NODE_ENV: ')
})

const bucket = { UPLOADS_S3_KEY_ID: 'key', UPLOADS_S3_SECRET: 'secret' }
test.each([
  [{ SMS_GATEWAY_URL: 'http://sms.example/send' }, 'SMS_GATEWAY_URL: must be https'],
  [{ SMS_GATEWAY_URL: 'http://10.0.0.7/send' }, 'SMS_GATEWAY_URL: must be https'],
  [{ SMS_GATEWAY_URL: 'ftp://sms.example/send' }, 'SMS_GATEWAY_URL: '],
  [{ SMS_GATEWAY_URL: 'http://127.0.0.1.evil.example/' }, 'SMS_GATEWAY_URL: must be https'],
  [{ SMS_GATEWAY_URL: 'http://127.0.0.1:4000/send' }, ''],
  [{ ...bucket, UPLOADS_S3_URL: 'http://storage.example/portal' }, 'UPLOADS_S3_URL: must be https'],
  [{ ...bucket, UPLOADS_S3_URL: 'http://localhost:9000/portal' }, ''],
])('production sends secrets only over https, except on its own machine: %j', (given, text) => {
  const message = settingsErrorMessage({ ...production, ...given })
  if (text) expect(message).toContain(text)
  else expect(message).toBe('')
})

test('production requires the proxies in front, or `none`', () => {
  const message = settingsErrorMessage({ ...production, TRUST_PROXY: undefined })
  expect(message).toContain('TRUST_PROXY: missing: addresses of the proxies in front, or `none`')
  expect(readSettings(production).trustProxy).toEqual([])
  expect(readSettings({ ...production, TRUST_PROXY: '10.0.0.5, loopback' }).trustProxy).toEqual([
    '10.0.0.5',
    'loopback',
  ])
  for (const everybody of [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.5,0.0.0.0/0',
    '0.0.0.0/1,128.0.0.0/1',
    '::ffff:0:0/96',
    '::/1',
  ]) {
    expect(settingsErrorMessage({ ...production, TRUST_PROXY: everybody })).toContain(
      'TRUST_PROXY: must not be every address',
    )
  }
  expect(settingsErrorMessage({ ...production, TRUST_PROXY: '10.0.0.0/8, fc00::/7, ::ffff:10.0.0.0/104, ::1' })).toBe(
    '',
  )
  for (const wrong of ['*', 'true', 'nginx', '10.0.0.5/33', '10.0.0', 'none,10.0.0.5']) {
    expect(settingsErrorMessage({ TRUST_PROXY: wrong }), wrong).toContain('TRUST_PROXY: must be addresses')
  }
})

test.each([
  ['postgres://portal_api:x@db.example/portal', true],
  ['postgres://portal_api:x@10.0.0.9/portal?sslmode=prefer', true],
  ['postgres://portal_api:x@db.example/portal?sslmode=verify-full', false],
  ['postgres://portal_api:x@db.example/portal?sslmode=require', false],
  ['postgres://portal_api:x@127.0.0.1/portal', false],
  ['postgres://portal_api:x@localhost/portal', false],
  ['postgres://portal_api:x@db.example/portal?host=/run/postgresql', false],
  ['postgres://portal_api@/portal?host=/run/postgresql', false],
  ['postgres://portal_api@/portal?host=10.0.0.5', true],
])('a database that others on the way could read: %s %s', (url, expected) => {
  expect(isUnencrypted(url)).toBe(expected)
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
  expect(settingsErrorMessage({ ...production, UPLOADS_S3_URL })).toBe(
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
  'rejects CARD_FORM_ORIGINS=%s',
  (value) => {
    expect(() => readSettings({ CARD_FORM_ORIGINS: value })).toThrow('CARD_FORM_ORIGINS')
  },
)
