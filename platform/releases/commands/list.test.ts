import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signRegistry } from '../signature.ts'
import { folderStore } from '../stores/folder-store.ts'
import { testStores } from '../testing/test-stores.ts'

const temporary = testStores()
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
    await folderStore(temporary.folder).addRegistry(registry.sequence, signRegistry(registry, key))
  }
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
    /^Registry 2 is rejected: The registry is not signed .*\nRegistry 1, .* old, signed by release: test\n.*expire.*\n$/,
  )
})

test('reports nothing about signatures when none is there', async () => {
  expect(await listed([undefined])).toMatch(/^Registry 1, .*: test\n$/)
})

test('names who has made the registry', async () => {
  expect(await listed([undefined], {}, { by: 'Анна Ким' })).toMatch(/^Registry 1, .* old, by Анна Ким: test\n$/)
})
