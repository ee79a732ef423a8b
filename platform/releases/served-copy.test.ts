import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyRegistry } from './registry.ts'
import { readRegistry } from './releases.ts'
import { copyServed, createServedCopy } from './served-copy.ts'
import { signRegistry } from './signature.ts'
import { createBucketStore } from './stores/bucket-store.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()
const owner = generateKeyPairSync('ed25519')

function openBucket() {
  const servedFile = join(temporary.folder, 'data/served-registry')
  const store = createBucketStore(temporary.bucket, join(temporary.folder, 'files'))
  return { ...store, publicKeys: { 2026: { key: owner.publicKey } }, servedFile }
}

async function add(sequence: number): Promise<void> {
  const at = new Date().toISOString()
  await openBucket().addRegistry(sequence, signRegistry({ ...emptyRegistry, sequence, at }, owner.privateKey))
}

test('the copy has the registry that was served last and the files of this machine, and no bucket', async () => {
  const store = openBucket()
  for (const sequence of [1, 2]) {
    await add(sequence)
    await copyServed(store, sequence)
  }
  mkdirSync(join(store.filesFolder, 'shell/s1'), { recursive: true })
  writeFileSync(join(store.filesFolder, 'shell/s1/release.json'), '{}')
  temporary.bucket.isDown = true
  await copyServed(store, 2)
  const copy = createServedCopy(store)
  expect(copy && (await readRegistry(copy)).sequence).toBe(2)
  expect(String(await copy?.readFile('shell', 's1', 'release.json'))).toBe('{}')
  expect(copy).not.toHaveProperty('download')
  expect(readdirSync(join(temporary.folder, 'data'))).toEqual(['served-registry.json'])
})

test('the copy is verified as any other registry', async () => {
  const store = openBucket()
  await add(1)
  await copyServed(store, 1)
  const forged = signRegistry({ ...emptyRegistry, sequence: 9 }, generateKeyPairSync('ed25519').privateKey)
  writeFileSync(`${store.servedFile}.json`, forged)
  const copy = createServedCopy(store)
  await expect(copy && readRegistry(copy)).rejects.toThrow('not signed by a key of RELEASE_PUBLIC_KEY')
  await copyServed(store, 1)
  expect(copy && (await readRegistry(copy)).sequence).toBe(1)
})

test('a copy is made only of a bucket whose registries are signed', () => {
  const { publicKeys, servedFile } = openBucket()
  expect(createServedCopy({ ...createFolderStore(temporary.folder), publicKeys, servedFile })).toBeUndefined()
  expect(createServedCopy({ ...openBucket(), publicKeys: undefined })).toBeUndefined()
})
