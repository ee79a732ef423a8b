import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey, production, settingsErrorMessage } from '../testing/production.ts'
import { demoSecrets } from './production-settings.ts'
import { readSettings } from './settings.ts'

test('production does not take the demo’s secrets, and starts no demo', () => {
  const settings = readSettings(production)
  expect(settings).toMatchObject({ demo: false, demoTips: false, serviceToken: 'a-long-enough-token' })
  expect(settings.otpPeppers).not.toEqual(readSettings({}).otpPeppers)
})

test('a secret that is wrong is not repeated', () => {
  expect(settingsErrorMessage({ ...production, SERVICE_TOKEN: 'hunter2' })).not.toContain('hunter2')
})

const repeated = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const notRandom: [string, string][] = [
  ...Object.entries(demoSecrets),
  ['VAULT_KEY', repeated(0)],
  ['VAULT_KEY', repeated(255)],
  ['VAULT_KEY', Buffer.alloc(32, 'abc').toString('base64')],
  ['OTP_PEPPER', Buffer.from('a pass phrase of 32 characters !').toString('base64')],
  ['OTP_PEPPER', Buffer.from(Array.from({ length: 32 }, (_, index) => index + 128)).toString('base64')],
  ['OTP_PEPPER', `${newKey()},${demoSecrets.OTP_PEPPER}`],
  ['SERVICE_TOKEN', 'Demo-Service-Token-2'],
  ['SERVICE_TOKEN', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['SERVICE_TOKEN', `2026:${randomBytes(24).toString('base64')},2025:${demoSecrets.SERVICE_TOKEN}`],
  ['METRICS_TOKEN', demoSecrets.SERVICE_TOKEN],
  ['SERVICE_TOKEN', 'change-me-before-production'],
  ['SERVICE_TOKEN', 'CHANGEME-CHANGEME'],
  ['SERVICE_TOKEN', 'passwordpassword'],
  ['SERVICE_TOKEN', '0123456789abcdef'],
  ['SMS_GATEWAY_TOKEN', 'gateway-example'],
  ['METRICS_TOKEN', 'prometheusprometheus'],
]

test.each(notRandom)('production does not start with a public or guessable %s', (name, value) => {
  const message = settingsErrorMessage({ ...production, [name]: value })
  expect(message).toContain(`  ${name}: must be random`)
  expect(message).not.toContain(value)
})

test('operators are names with a secret each', () => {
  const [one, other] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  expect(readSettings({ ...production, ADMIN_TOKEN: `olga:${one}, Иван.П:${other}` }).operators).toEqual([
    { name: 'olga', token: one },
    { name: 'Иван.П', token: other },
  ])
  expect(readSettings(production).operators).toEqual([])
})

const sameToken = '1f-3d-5b-7a-9c-2e-4d-6b'
const secret = randomBytes(24).toString('base64url')
test.each([
  [secret, 'must be `name:secret`'],
  ['olga:short', 'must be `name:secret`'],
  [`:${secret}`, 'must be `name:secret`'],
  [`the boss:${secret}`, 'must be `name:secret`'],
  [`olga:${secret},ivan:${secret}`, 'must be `name:secret`'],
  [`olga:${'a'.repeat(32)}`, 'must be random'],
  [`olga:${sameToken}${sameToken}`, 'must differ from SERVICE_TOKEN'],
])('production does not start with the operators %s', (ADMIN_TOKEN, problem) => {
  const message = settingsErrorMessage({ ...production, SERVICE_TOKEN: `${sameToken}${sameToken}`, ADMIN_TOKEN })
  expect(message).toContain(`  ADMIN_TOKEN: ${problem}`)
  expect(message).not.toContain(secret)
})

test('the same key twice is rejected, and a random one is accepted', () => {
  const { OTP_PEPPER } = production
  expect(settingsErrorMessage({ ...production, VAULT_KEY: OTP_PEPPER })).toContain(
    'VAULT_KEY: must differ from OTP_PEPPER',
  )
  for (let count = 0; count < 1_000; count++)
    expect(settingsErrorMessage({ ...production, VAULT_KEY: newKey() })).toBe('')
})

test.each([
  ['METRICS_TOKEN', 'SERVICE_TOKEN'],
  ['SMS_GATEWAY_TOKEN', 'SERVICE_TOKEN'],
  ['SMS_GATEWAY_TOKEN', 'METRICS_TOKEN'],
])('%s opens nothing that %s opens', (name, other) => {
  const message = settingsErrorMessage({ ...production, [name]: sameToken, [other]: sameToken })
  expect(message).toContain(`  ${name}: must differ from ${other}`)
  expect(message).not.toContain(sameToken)
})

test('the key of the vault as a version of the pepper is rejected, and so is a version twice', () => {
  const { OTP_PEPPER, VAULT_KEY } = production
  expect(settingsErrorMessage({ ...production, OTP_PEPPER: `${OTP_PEPPER},${VAULT_KEY}` })).toContain(
    'VAULT_KEY: must differ from OTP_PEPPER',
  )
  expect(settingsErrorMessage({ ...production, OTP_PEPPER: `2026:${OTP_PEPPER},2025:${OTP_PEPPER}` })).toContain(
    'OTP_PEPPER: must differ from its other version',
  )
})

test('a secret has versions with names or without, of which the first is used', () => {
  const [one, other] = [newKey(), newKey()]
  const { vaultKeys } = readSettings({ ...production, VAULT_KEY: `2026:${one}, 2025:${other}` })
  expect(vaultKeys).toEqual([
    { id: '2026', value: Buffer.from(one, 'base64') },
    { id: '2025', value: Buffer.from(other, 'base64') },
  ])
  const { serviceToken, serviceTokens } = readSettings({ ...production, SERVICE_TOKEN: `${one},${other}` })
  expect([serviceToken, serviceTokens.map(({ id }) => id)]).toEqual([one, ['1', '2']])
})

test.each([
  ['VAULT_KEY', `2026:${newKey()},2026:${newKey()}`, 'must name each version once'],
  ['VAULT_KEY', `${newKey()},`, 'must be 32 bytes in base64'],
  ['SERVICE_TOKEN', `${secret},short`, 'Too small'],
  ['OTP_PEPPER_ACCEPTED', newKey(), 'is a part of OTP_PEPPER now'],
])('production does not start with the versions %s=%s', (name, value, problem) => {
  const message = settingsErrorMessage({ ...production, [name]: value })
  expect(message).toContain(`  ${name}: ${problem}`)
  expect(message).not.toContain(value.split(',')[0])
})

test('an operator has two secrets while one changes', () => {
  const [one, other] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const { operators } = readSettings({ ...production, ADMIN_TOKEN: `olga:${one},olga:${other}` })
  expect(operators.map(({ name }) => name)).toEqual(['olga', 'olga'])
})
