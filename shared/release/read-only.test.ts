import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bucketStore } from './bucket-store.ts'
import { folderStore } from './folder-store.ts'
import { whyReadOnly } from './read-only.ts'
import type { ReleaseStore } from './store.ts'
import { startMemoryBucket } from './testing/memory-bucket.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof startMemoryBucket>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'read-only-'))
  bucket = await startMemoryBucket()
})

afterEach(() => {
  bucket.stop()
  rmSync(folder, { recursive: true })
})

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')

const places: [string, () => ReleaseStore][] = [
  ['a folder', () => folderStore(folder)],
  ['a bucket', () => bucketStore(bucket)],
]

test.each(places)(
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
  const store = folderStore(folder)
  expect(await whyReadOnly({ store, publicKey: ours.publicKey })).toBe('RELEASE_SIGNING_KEY is missing')
  expect(await whyReadOnly({ store, publicKey: ours.publicKey, signingKey: theirs.privateKey })).toBe(
    'RELEASE_SIGNING_KEY is not that of RELEASE_PUBLIC_KEY',
  )
})

test('a key of the bucket that may only read', async () => {
  const store = bucketStore(bucket)
  await store.addRegistry(1, 'one')
  bucket.forbidden = /^PUT/
  expect(await whyReadOnly({ store })).toBe('The bucket answered 403 to a PUT of registry/000000001.json')
})
