import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Entry, emptyRegistry, type ReleasePointer, released } from './registry.ts'
import { changeRegistry, readRegistry, signAgain } from './releases.ts'
import { rememberServed, requireServable } from './served.ts'
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

const registry = (sequence: number) => ({ ...emptyRegistry, sequence })

async function add(sequence: number): Promise<void> {
  await openStore().addRegistry(sequence, signRegistry(registry(sequence), before.privateKey))
}

test('a portal that was restarted serves no older registry than before', async () => {
  const store = openStore()
  await rememberServed(store, 12)
  await rememberServed(store, 11)
  await expect(requireServable(store, registry(11))).rejects.toThrow('Registry 11 is older than 12')
  await requireServable(store, registry(12))
  await requireServable(store, registry(13))
  expect(readdirSync(join(temporary.folder, 'data'))).toEqual(['served-registry'])
})

/** The text of a registry that was signed before 30 November 2026, when registries expired and canaries had checks. */
function storedRegistry(): string {
  const at = '2026-10-01T12:00:00.000Z'
  const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at })
  const grep = '@mfe-tips'
  const tips = {
    current: { ...pointer('t2'), checks: { grep, passed: { at, origin: 'https://tips.example' } } },
    history: [pointer('t1')],
    canary: { ...pointer('t3'), checks: { grep }, percent: 10 },
    signed: {
      sequence: 7,
      at,
      signature: 'hktP4imkQrfbMTg6aQD9XyIr/eM+NjOFlK3uj0QBxcbE7YHAJxNwNS8W1sZBLhiDes3qNzeZK60ihUkhKXgMDg==',
    },
  }
  const signature = 'XhyTKBJuIt9iACq4BKk5TYptdCDYSTi0vIhxQliDlGXU+rxDZVtuOoq4w8R6ExPaQcizspzs9U2RpMnAFI49Cw=='
  return JSON.stringify({ sequence: 7, at, reason: 'canary mfe-tips t3', names: { 'mfe-tips': tips }, signature })
}

test('a new portal serves a registry that an earlier version has signed, and its canary can be released', async () => {
  const der = Buffer.from('MCowBQYDK2VwAyEAYdf8HzEOQ8LFfN9zzTqA/bB6zw7x4L4Rg9vDuU7XhMs=', 'base64')
  const former = { key: createPublicKey({ key: der, format: 'der', type: 'spki' }) }
  const store = openStore({ publicKeys: { former, ...publicKeys }, signingKey: next.privateKey })
  await store.addRegistry(7, storedRegistry())
  const stored = await readRegistry(store)
  expect(stored).toEqual(JSON.parse(storedRegistry()))
  await requireServable(store, stored)
  const { canary } = stored.names['mfe-tips'] as Entry
  await changeRegistry(store, 'release', (names) => released(names, 'mfe-tips', canary as ReleasePointer))
  expect((await readRegistry(store)).names['mfe-tips']?.current.version).toBe('t3')
})

test('trusts every registry without keys, and remembers nothing', async () => {
  const store = openStore({ publicKeys: undefined })
  await rememberServed(store, 12)
  await requireServable(store, registry(1))
  expect(readdirSync(temporary.folder)).toEqual([])
})

test('a portal does not start with a damaged number of the served registry', async () => {
  const store = openStore({ servedFile: join(temporary.folder, 'served-registry') })
  writeFileSync(store.servedFile, 'x')
  await expect(requireServable(store, registry(1))).rejects.toThrow('is not the number of a registry')
})

test('signs by a new key, and portals with both keys accept what either has signed', async () => {
  await add(1)
  const store = openStore({ signingKey: next.privateKey })
  expect(await signAgain(store)).toMatchObject({ sequence: 2, reason: 'signed again', names: {} })
  expect(await readRegistry(store)).toMatchObject({ sequence: 2 })
  expect(await readRegistry({ ...store, publicKeys: { 2026: { key: next.publicKey } } })).toMatchObject({ sequence: 2 })
  expect(await readRegistry({ ...store, publicKeys: { 2025: { key: before.publicKey } } })).toMatchObject({
    sequence: 1,
  })
})

test('signs nothing where nothing was released', async () => {
  expect(await signAgain(openStore({ signingKey: next.privateKey }))).toMatchObject({ sequence: 0 })
  expect(await createFolderStore(temporary.folder).listRegistries()).toEqual([])
})
