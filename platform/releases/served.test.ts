import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyRegistry } from './registry.ts'
import { readRegistry } from './releases.ts'
import { describeExpiry, describeSignature, rememberServed, requireServable, signAgain } from './served.ts'
import { signRegistry } from './signature.ts'
import { createFolderStore } from './stores/folder-store.ts'
import { createTestStores } from './testing/test-stores.ts'

const temporary = createTestStores()
const [before, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
const publicKeys = { 2025: { key: before.publicKey }, 2026: { key: next.publicKey } }

function openStore(keys = {}) {
  const servedFile = join(temporary.folder, 'data/served-registry')
  return { ...createFolderStore(temporary.folder), publicKeys, servedFile, ...keys }
}

const registry = (sequence: number, at: string) => ({ ...emptyRegistry, sequence, at })

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()

async function add(sequence: number, at: string, key = before.privateKey): Promise<void> {
  await openStore().addRegistry(sequence, signRegistry(registry(sequence, at), key))
}

test('a portal that was restarted serves no older registry than before', async () => {
  const store = openStore()
  await rememberServed(store, 12)
  await rememberServed(store, 11)
  await expect(requireServable(store, registry(11, daysAgo(0)))).rejects.toThrow('Registry 11 is older than 12')
  await requireServable(store, registry(12, daysAgo(0)))
  await requireServable(store, registry(13, daysAgo(0)))
  expect(readdirSync(join(temporary.folder, 'data'))).toEqual(['served-registry'])
})

test('a new portal serves no expired registry, and one that has served it goes on', async () => {
  const store = openStore()
  const expired = registry(12, daysAgo(31))
  await expect(requireServable(store, registry(12, ''))).rejects.toThrow('Registry 12 has expired')
  await expect(requireServable(store, expired)).rejects.toThrow('Registry 12 has expired: it was signed on ')
  await requireServable(store, registry(12, daysAgo(29)))
  await rememberServed(store, 12)
  await requireServable(store, expired)
})

test('trusts every registry without keys, and remembers nothing', async () => {
  const store = openStore({ publicKeys: undefined })
  await rememberServed(store, 12)
  await requireServable(store, registry(1, daysAgo(400)))
  expect(readdirSync(temporary.folder)).toEqual([])
})

test('a portal does not start with a damaged number of the served registry', async () => {
  const store = openStore({ servedFile: join(temporary.folder, 'served-registry') })
  writeFileSync(store.servedFile, 'x')
  await expect(requireServable(store, registry(1, daysAgo(0)))).rejects.toThrow('is not the number of a registry')
})

test('signs a registry again after half of its time, once of several processes', async () => {
  const store = openStore({ signingKey: before.privateKey })
  await add(1, daysAgo(14))
  expect(await signAgain(store)).toMatchObject({ sequence: 1 })
  await add(2, daysAgo(16))
  await Promise.all([signAgain(store), signAgain(store), signAgain(store)])
  const live = await readRegistry(store)
  expect(live).toMatchObject({ sequence: 3, reason: 'signed again', names: {} })
  expect(describeExpiry(live)).toBe('It expires in 30 days')
})

test('signs immediately by a new key, and portals with both keys accept what either has signed', async () => {
  await add(1, daysAgo(1))
  const store = openStore({ signingKey: next.privateKey })
  const first = await readRegistry(store)
  expect(describeSignature(first, await signAgain(store))).toMatch(
    /^Registry 1 .* not again\. With a new key add --always$/,
  )
  const signed = await signAgain(store, { isForced: true })
  expect(await readRegistry(store)).toMatchObject({ sequence: 2 })
  expect(describeSignature(first, signed)).toBe(`Registry 2 was signed on ${signed.at}`)
  expect(await readRegistry({ ...store, publicKeys: { 2026: { key: next.publicKey } } })).toMatchObject({ sequence: 2 })
  expect(await readRegistry({ ...store, publicKeys: { 2025: { key: before.publicKey } } })).toMatchObject({
    sequence: 1,
  })
})

test('signs nothing where nothing was released', async () => {
  expect(await signAgain(openStore({ signingKey: next.privateKey }), { isForced: true })).toMatchObject({ sequence: 0 })
  expect(await createFolderStore(temporary.folder).listRegistries()).toEqual([])
})
