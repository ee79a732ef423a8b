import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { emptyRegistry } from '../releases/registry.ts'
import { signRegistry } from '../releases/signature.ts'
import { createFolderStore } from '../releases/stores/folder-store.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { createTestStores } from '../releases/testing/test-stores.ts'
import { startRegistryRenewal } from './registry-renewal.ts'

const temporary = createTestStores()
const { publicKey, privateKey: signingKey } = generateKeyPairSync('ed25519')

/**
 * Returns the lines of a portal server that starts with a registry of this age,
 * and the numbers of the registries after that.
 */
async function startWith(days: number, keys: Partial<ReleaseStore>) {
  const store = { ...createFolderStore(temporary.folder), ...keys }
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  await store.addRegistry(1, signRegistry({ ...emptyRegistry, sequence: 1, at }, keys.publicKeys && signingKey))
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const { stop } = await startRegistryRenewal(store, { info: log, warn: log, error: (error) => log(String(error)) })
  stop()
  return { lines, registries: await store.listRegistries() }
}

const publicKeys = { 2026: { key: publicKey } }

test('signs the registry again when half of its time is over', async () => {
  expect(await startWith(16, { publicKeys, signingKey })).toEqual({
    lines: ['Registry 2 was signed again'],
    registries: [2, 1],
  })
})

test('reports that it is time where there is no key for it', async () => {
  expect(await startWith(16, { publicKeys })).toEqual({
    lines: ['Registry 1 has to be signed again. It expires in 14 days (RELEASE_SIGNING_KEY is missing)'],
    registries: [1],
  })
})

test.each([
  ['is new', 14, { publicKeys, signingKey }],
  ['is not signed', 400, {}],
])('leaves a registry that %s', async (_, days, keys) => {
  expect(await startWith(days, keys)).toEqual({ lines: [], registries: [1] })
})
