import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTarget, requireUsers } from './target.ts'

const origin = 'https://tips.example'
const accounts = [{ phone: '+79000000001', password: 'secret' }]

describe('users', () => {
  test('come from a file of accounts, or from its text', () => {
    const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
    writeFileSync(join(folder, 'accounts.json'), JSON.stringify(accounts))
    expect(readTarget(origin, { E2E_ACCOUNTS: join(folder, 'accounts.json') }).accounts).toEqual(accounts)
    const relative = { E2E_ACCOUNTS: 'accounts.json', INIT_CWD: folder }
    expect(readTarget(origin, relative).accounts, 'relative to the folder where npm was started').toEqual(accounts)
    expect(readTarget(origin, { E2E_ACCOUNTS: JSON.stringify(accounts) }).accounts).toEqual(accounts)
    rmSync(folder, { recursive: true })
  })

  test('are created by an operator, whose token may have the name before it', () => {
    const named = readTarget(origin, { E2E_ADMIN_TOKEN: 'olga:secret', E2E_MESSAGES: 'https://sms.example/read' })
    expect(named.operator).toEqual({ tokens: ['secret'], messages: 'https://sms.example/read' })
    expect(readTarget(origin, { E2E_ADMIN_TOKEN: 'secret' }).operator?.tokens).toEqual(['secret'])
    const two = readTarget(origin, { E2E_ADMIN_TOKEN: 'olga:one, ivan:two' })
    expect(two.operator?.tokens).toEqual(['one', 'two'])
  })

  test('are required, and the message names the settings', () => {
    expect(() => requireUsers(origin, readTarget(origin, {}))).toThrow(/E2E_ACCOUNTS.*\n.*E2E_ADMIN_TOKEN/s)
  })
})

test.each([
  ['a portal without an address', '', {}, 'is no address of a portal'],
  ['a password that would be sent unencrypted', 'http://tips.example', { E2E_ACCOUNTS: '[]' }, 'must be https'],
  ['a token that would be sent unencrypted', 'http://tips.example', { E2E_ADMIN_TOKEN: 'x' }, 'must be https'],
  ['a file that is not there', origin, { E2E_ACCOUNTS: '/none.json' }, 'ENOENT'],
  ['an account without a password', origin, { E2E_ACCOUNTS: '[{"phone":"+79000000001"}]' }, '"password"'],
  ['a release without a version', origin, { E2E_RELEASE: 'mfe-tips' }, 'mfe-tips is no release'],
])('rejects %s', (_, address, env, message) => {
  expect(() => readTarget(address, env)).toThrow(message)
})

test('quotes no password of a file that is not JSON', () => {
  expect(() => readTarget(origin, { E2E_ACCOUNTS: '[{"password":"secret"' })).toThrow(
    /^E2E_ACCOUNTS cannot be read: it is not JSON$/,
  )
})

test('a release is read by its name and version', () => {
  expect(readTarget(origin, { E2E_RELEASE: 'mfe-tips@3f2a91c04be7' }).release).toEqual({
    name: 'mfe-tips',
    version: '3f2a91c04be7',
  })
})
