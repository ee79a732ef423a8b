import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whyReadOnly } from './read-only.ts'
import { emptyRegistry } from './registry.ts'
import { signRegistry } from './signature.ts'
import { createBucketStore } from './stores/bucket-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const missingKey = 'RELEASE_SIGNING_KEY is missing: portals refuse what is not signed'

test.each(temporary.stores)(
  'allows changes of %s with the key and write access, and changes nothing itself',
  async (_, open) => {
    const store = open()
    await store.addRegistry(1, 'one')
    await store.addRegistry(2, 'two')
    expect(
      await whyReadOnly({ ...store, publicKeys: { 2026: { key: ours.publicKey } }, signingKey: ours.privateKey }),
    ).toBeUndefined()
    expect(await whyReadOnly(store)).toBeUndefined()
    expect(await store.listRegistries()).toEqual([2, 1])
    expect(await store.readRegistryText(2)).toBe('two')
  },
)

test('reports a missing or a wrong signing key', async () => {
  const store = createFolderStore(temporary.folder)
  expect(await whyReadOnly({ ...store, publicKeys: { 2026: { key: ours.publicKey } } })).toBe(missingKey)
  expect(
    await whyReadOnly({ ...store, publicKeys: { 2026: { key: ours.publicKey } }, signingKey: theirs.privateKey }),
  ).toBe('RELEASE_SIGNING_KEY matches no key of RELEASE_PUBLIC_KEY')
})

test('reports a key of some names, by which a portal server could not change all of them', async () => {
  const publicKeys = { tips: { key: ours.publicKey, names: ['mfe-tips'] } }
  expect(await whyReadOnly({ ...createFolderStore(temporary.folder), publicKeys, signingKey: ours.privateKey })).toBe(
    'RELEASE_SIGNING_KEY is the key of mfe-tips, and this server needs one of all names',
  )
})

test('without any key, reports signed registries as read-only, also below an unsigned one', async () => {
  const store = createFolderStore(temporary.folder)
  expect(await whyReadOnly(store)).toBeUndefined()
  await store.addRegistry(1, signRegistry({ ...emptyRegistry, sequence: 1 }, ours.privateKey))
  expect(await whyReadOnly(store)).toBe(missingKey)
  await store.addRegistry(2, signRegistry({ ...emptyRegistry, sequence: 2 }, undefined))
  expect(await whyReadOnly(store)).toBe(missingKey)
})

test('reports a key of the bucket without write access', async () => {
  const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
  await store.addRegistry(1, 'one')
  temporary.bucket.forbidden = /^PUT/
  expect(await whyReadOnly(store)).toBe('The bucket responded with 403 to a PUT of registry/000000001.json')
})
