import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whyReadOnly } from './read-only.ts'
import { emptyRegistry } from './registry.ts'
import { signRegistry } from './signature.ts'
import { bucketStore } from './stores/bucket-store.ts'
import { folderStore } from './stores/folder-store.ts'
import { testStores } from './testing/test-stores.ts'

const own = testStores()

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const keyless = 'RELEASE_SIGNING_KEY is missing: portals refuse what is not signed'

test.each(own.stores)(
  'whoever has the key and the right to put may change what is in %s; asking changes nothing',
  async (_, open) => {
    const store = open()
    await store.addRegistry(1, 'one')
    await store.addRegistry(2, 'two')
    expect(await whyReadOnly({ ...store, publicKey: ours.publicKey, signingKey: ours.privateKey })).toBeUndefined()
    expect(await whyReadOnly(store)).toBeUndefined()
    expect(await store.listRegistries()).toEqual([2, 1])
    expect(await store.readRegistryText(2)).toBe('two')
  },
)

test('reports a missing or a wrong signing key', async () => {
  const store = folderStore(own.folder)
  expect(await whyReadOnly({ ...store, publicKey: ours.publicKey })).toBe(keyless)
  expect(await whyReadOnly({ ...store, publicKey: ours.publicKey, signingKey: theirs.privateKey })).toBe(
    'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY',
  )
})

test('without any key, reports signed registries as read-only, also below an unsigned one', async () => {
  const store = folderStore(own.folder)
  expect(await whyReadOnly(store)).toBeUndefined()
  await store.addRegistry(1, signRegistry({ ...emptyRegistry, sequence: 1 }, ours.privateKey))
  expect(await whyReadOnly(store)).toBe(keyless)
  await store.addRegistry(2, signRegistry({ ...emptyRegistry, sequence: 2 }, undefined))
  expect(await whyReadOnly(store)).toBe(keyless)
})

test('reports a key of the bucket without write access', async () => {
  const store = bucketStore(own.bucket, join(own.folder, 'files'))
  await store.addRegistry(1, 'one')
  own.bucket.forbidden = /^PUT/
  expect(await whyReadOnly(store)).toBe('The bucket answered 403 to a PUT of registry/000000001.json')
})
