import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { whyReadOnly } from './read-only.ts'
import { ownPlaces } from './testing/places.ts'

const own = ownPlaces()

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')

test.each(own.stores)(
  'whoever has the key and the right to put may change what is in %s; asking changes nothing',
  async (_, open) => {
    const store = open()
    await store.addRegistry(1, 'one')
    await store.addRegistry(2, 'two')
    expect(await whyReadOnly({ store, publicKey: ours.publicKey, signingKey: ours.privateKey })).toBeUndefined()
    expect(await whyReadOnly({ store })).toBeUndefined()
    expect(await store.listRegistries()).toEqual([2, 1])
    expect(await store.readRegistry(2)).toBe('two')
  },
)

test('without the signing key, or with another, nobody would believe it', async () => {
  const store = folderStore(own.folder)
  expect(await whyReadOnly({ store, publicKey: ours.publicKey })).toBe('RELEASE_SIGNING_KEY is missing')
  expect(await whyReadOnly({ store, publicKey: ours.publicKey, signingKey: theirs.privateKey })).toBe(
    'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY',
  )
})

test('a key of the bucket that may only read', async () => {
  const store = bucketStore(own.bucket)
  await store.addRegistry(1, 'one')
  own.bucket.forbidden = /^PUT/
  expect(await whyReadOnly({ store })).toBe('The bucket answered 403 to a PUT of registry/000000001.json')
})
