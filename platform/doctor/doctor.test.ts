import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@portal/api/db/testing/test-database'
import { anna } from '@portal/api/demo/demo-users'
import { createTestApi, type TestApi } from '@portal/api/http/testing/test-api'
import { smscKey, startSmscDouble } from '@portal/api/messages/sms/testing/smsc-double'
import { startYookassaDouble } from '@portal/api/payouts/bank/yookassa/double/double'
import { newKey, production } from '@portal/api/testing/production'
import { runForOutcome } from '@portal/command/program'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { putLive } from '../releases/put-live.ts'
import { released } from '../releases/registry.ts'
import { createTestReleases, shell, tips } from '../releases/testing/sample-releases.ts'
import type { Finding, Variables } from './check.ts'
import { diagnose } from './diagnose.ts'

const METRICS_TOKEN = 'k3-of-those-who-watch'
const releases = createTestReleases()
const keys = generateKeyPairSync('ed25519')

let database: TestDatabase
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let api: TestApi
let smsc: Awaited<ReturnType<typeof startSmscDouble>>
let yookassa: Awaited<ReturnType<typeof startYookassaDouble>>
let origin: string
/** The settings of a deployment in which all is well. */
let ofApi: Variables
let ofPortal: Variables

beforeAll(async () => {
  database = await createTestDatabase()
  empty = await createEmptyDatabase()
  api = await createTestApi({ database, env: { METRICS_TOKEN } })
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  smsc = await startSmscDouble()
  yookassa = await startYookassaDouble()
  const { url, gatewayId, secretKey } = yookassa.account
  const { SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN, ALLOW_SANDBOX_BANK, ...others } = production
  ofApi = {
    ...others,
    PORTAL_ORIGIN: origin,
    DATABASE_URL: database.applicationUrl,
    ADMIN_TOKEN: `olga:${newKey()},ivan:${newKey()}`,
    PUSH_VAPID_KEYS: newKey(),
    METRICS_TOKEN,
    SMS_PROVIDERS: 'smsc',
    SMSC_API_KEY: smscKey,
    SMSC_URL: smsc.url,
    BANK: 'yookassa',
    YOOKASSA_GATEWAY_ID: gatewayId,
    YOOKASSA_SECRET_KEY: secretKey,
    YOOKASSA_URL: url,
  }
})
afterAll(async () => {
  await Promise.all([api.close(), empty.drop(), smsc.stop(), yookassa.stop()])
})

beforeEach(async () => {
  const publicKeys = { release: { key: keys.publicKey } }
  const store = { ...releases.store, signingKey: keys.privateKey, publicKeys }
  const builds = [shell(), tips()].map((release) => releases.build(release))
  await putLive(store, builds, { reason: 'test', change: released, report: () => {} })
  ofPortal = {
    NODE_ENV: 'production',
    PORTAL_ORIGIN: origin,
    TRUST_PROXY: 'none',
    API_URL: origin,
    METRICS_TOKEN,
    RELEASES: releases.folder,
    RELEASE_PUBLIC_KEY: toSetting(keys.publicKey),
  }
})

function toSetting(key: KeyObject): string {
  return Buffer.from(key.export({ type: 'spki', format: 'pem' })).toString('base64')
}

async function examine(env: Variables): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const finding of diagnose(env)) findings.push(finding)
  return findings
}

test('finds nothing wrong with a deployment in which all is well', async () => {
  expect((await examine(ofApi)).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    'ok Addresses',
    'ok Keys',
    'ok Tokens',
    'ok Metrics',
    // The texts of the demo, and a database without a backup.
    'note Texts',
    'ok SMS',
    'ok Bank',
    'ok Database',
    'ok Role',
    'ok Migrations',
    'ok Users',
    'note Backup',
    'ok Proxy',
  ])
  expect((await examine(ofPortal)).map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    'ok Addresses',
    'ok Metrics',
    'ok Releases',
    'ok API',
  ])
})

test.each<[subject: string, problem: string, env: () => Variables]>([
  ['Addresses', 'HOST is 203.0.113.9, which is no address of this machine', () => ({ HOST: '203.0.113.9' })],
  ['Addresses', 'PORTAL_ORIGIN is the example', () => ({ PORTAL_ORIGIN: 'https://tips.example' })],
  ['Keys', 'VAULT_KEY: must be random', () => ({ VAULT_KEY: Buffer.alloc(32, 'vault').toString('base64') })],
  ['Tokens', 'ADMIN_TOKEN is missing', () => ({ ADMIN_TOKEN: '' })],
  ['Metrics', 'METRICS_TOKEN is missing', () => ({ METRICS_TOKEN: '' })],
  ['Texts', 'OFFER_FILE: names a file that cannot be read', () => ({ OFFER_FILE: '/none/offer-2026-12-01.txt' })],
  ['SMS', 'smsc rejects its key or cannot be reached: 2', () => ({ SMSC_API_KEY: 'a-wrong-key-of-smsc' })],
  ['Bank', 'ЮKassa responded 401', () => ({ YOOKASSA_SECRET_KEY: 'a-wrong-key' })],
  ['Bank', 'YOOKASSA_SECRET_KEY: missing', () => ({ YOOKASSA_SECRET_KEY: '' })],
  ['Database', 'cannot be reached', () => ({ DATABASE_URL: 'postgres://portal_api@127.0.0.1:1/portal' })],
  ['Role', 'create role portal_api', () => ({ DATABASE_URL: database.url })],
  ['Migrations', 'run `node api/src/migrate.ts`', () => ({ DATABASE_URL: empty.applicationUrl })],
  ['Proxy', 'come from 127.0.0.1, which TRUST_PROXY does not name', () => ({ TRUST_PROXY: '10.0.0.9' })],
  ['Settings', 'LOG_LEVEL: Invalid option', () => ({ LOG_LEVEL: 'loud' })],
])('of an API, %s: “%s”', async (subject, problem, change) => {
  await expectOneWrong({ ...ofApi, ...change() }, subject, problem)
})

test.each<[subject: string, problem: string, env: () => Variables]>([
  ['Releases', 'no shell is released', () => ({ RELEASES: join(releases.folder, 'empty') })],
  ['Releases', 'RELEASE_PUBLIC_KEY: missing', () => ({ RELEASE_PUBLIC_KEY: '' })],
  [
    'Releases',
    'not signed by a key of RELEASE_PUBLIC_KEY',
    () => ({ RELEASE_PUBLIC_KEY: toSetting(generateKeyPairSync('ed25519').publicKey) }),
  ],
  ['API', 'does not accept the METRICS_TOKEN', () => ({ METRICS_TOKEN: 'another-token-of-metrics' })],
])('of a portal server, %s: “%s”', async (subject, problem, change) => {
  await expectOneWrong({ ...ofPortal, ...change() }, subject, problem)
})

async function expectOneWrong(env: Variables, subject: string, problem: string): Promise<void> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const wrong = (await examine(given)).filter(({ level }) => level === 'WRONG')
  expect(wrong).toEqual([{ level: 'WRONG', subject, text: expect.stringContaining(problem) }])
}

test('reports the users of the demo in production', async () => {
  const other = await createTestDatabase()
  const { id, phone, firstName: first_name, lastName: last_name } = anna
  const user = { id, phone, password_hash: 'none', first_name, last_name }
  await other.db.insertInto('user_account').values(user).execute()
  await expectOneWrong({ ...ofApi, DATABASE_URL: other.applicationUrl }, 'Users', 'has the users of the demo')
  await other.drop()
})

test('reports that clients can pretend to have any address', async () => {
  const other = await createTestApi({ env: { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1' } })
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
  await expectOneWrong({ ...ofApi, PORTAL_ORIGIN: address }, 'Proxy', 'clients can pretend')
  await other.close()
})

test('the command reads env files, prints no secret, and ends with 1 when a check fails', async () => {
  const file = join(releases.folder, 'api.env')
  const lines = Object.entries({ ...ofApi, OTP_PEPPER: '' }).map((entry) => entry.join('='))
  await writeFile(file, `# settings\n${lines.join('\n')}\n`, { mode: 0o644 })
  const program = join(import.meta.dirname, 'doctor.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { code, output } = await runForOutcome(process.execPath, [program, file], { env: { PATH, NODE_COMPILE_CACHE } })
  expect(output).toContain(`WRONG  File        others can read its secrets → chmod 600 ${file}\n`)
  expect(output).toContain('WRONG  Keys        OTP_PEPPER: missing → `openssl rand -base64 32` for each\n')
  expect(output).toContain('ok     Migrations  the tables are of this version\n')
  expect(output).toContain('Checks that failed: 2\n')
  expect(code).toBe(1)
  const secrets = Object.entries(ofApi).filter(([name]) => /KEY|TOKEN|SECRET|PEPPER|DATABASE_URL/.test(name))
  for (const [, secret] of secrets) expect(output).not.toContain(secret)
})
