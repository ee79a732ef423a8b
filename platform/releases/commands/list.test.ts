import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flagSet } from '../registry.ts'
import { changeRegistry } from '../releases.ts'
import { signRegistry } from '../signature.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import { createTestReleases, payouts, shell } from '../testing/sample-releases.ts'

const temporary = createTestReleases()
const ours = generateKeyPairSync('ed25519')
const publicKey = String(ours.publicKey.export({ type: 'spki', format: 'pem' }))

/** Returns the output of the command for registries that are each signed or not. */
async function listed(
  keys: (KeyObject | undefined)[],
  env: Record<string, string> = {},
  action: { by?: string } = {},
): Promise<string> {
  for (const [index, key] of keys.entries()) {
    const registry = { sequence: index + 1, at: '2026-11-21T12:00:00.000Z', reason: 'test', ...action, names: {} }
    await createFolderStore(temporary.folder).addRegistry(registry.sequence, signRegistry(registry, key))
  }
  return list(env)
}

function list(env: Record<string, string> = {}): string {
  return execFileSync(process.execPath, [join(import.meta.dirname, 'list.ts')], {
    env: { PATH: process.env.PATH, RELEASES: temporary.folder, PORTAL_DATA: temporary.folder, ...env },
    encoding: 'utf8',
  })
}

test('reports that signatures are not verified without the key', async () => {
  expect(await listed([ours.privateKey])).toContain('\nNot verified: RELEASE_PUBLIC_KEY is missing\n')
})

test('reports an unsigned registry, which portals with a key ignore', async () => {
  const output = await listed([ours.privateKey, undefined])
  expect(output).toMatch(/^Registry 2, .*\nNot signed, while registry 1 is: a portal with a key does not show it\n/)
})

test('with the key, lists the live releases of portals and the registries that they reject', async () => {
  const output = await listed([ours.privateKey, undefined], { RELEASE_PUBLIC_KEY: publicKey })
  expect(output).toMatch(
    /^Registry 2 is rejected: The registry is not signed .*\nRegistry 1, .* old, signed by release: test\n$/,
  )
})

test('reports nothing about signatures when none is there', async () => {
  expect(await listed([undefined])).toMatch(/^Registry 1, .*: test\n$/)
})

test('names who has made the registry', async () => {
  expect(await listed([undefined], {}, { by: 'Анна Ким' })).toMatch(/^Registry 1, .* old, by Анна Ким: test\n$/)
})

test('names releases that were made without their tests', async () => {
  await temporary.putLive(shell(), payouts())
  await changeRegistry(temporary.store, 'test', (names) => {
    const entry = names['mfe-payouts'] ?? expect.fail()
    return { ...names, 'mfe-payouts': { ...entry, current: { ...entry.current, untested: true } } }
  })
  expect(list()).toMatch(/\nmfe-payouts\n {2}current {8}p1 .*\n {17}released without its tests\n/)
})

test('prints what a flag is set to, with the ids of restaurants', async () => {
  await temporary.putLive(shell(), payouts())
  const settings: [value: boolean, restaurant?: string][] = [[true], [false, 'r1'], [false, 'r2'], [true, 'r3']]
  for (const [value, restaurant] of settings)
    await changeRegistry(temporary.store, 'test', (names) => flagSet(names, 'mfe-payouts', 'hours', value, restaurant))
  expect(list()).toContain('\n  flag hours: on; on for restaurant r3; off for restaurants r1, r2\n')
})
