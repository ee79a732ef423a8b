import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { canaryEnded, canaryStarted, rolledBack } from './registry.ts'
import { changeRegistry, readRegistry } from './releases.ts'
import { type FlagChange, setFlag } from './set-flag.ts'
import { createTestReleases, payouts, shell } from './testing/sample-releases.ts'

const releases = createTestReleases()
const flags = { hours: { default: false, about: 'График по часам' } }
const withFlags = (version: string) => {
  const release = payouts({ version })
  return { ...release, manifest: { ...release.manifest, flags } }
}

beforeEach(() => releases.putLive(shell(), withFlags('p1')))

async function set(change: Partial<FlagChange>): Promise<unknown> {
  const { names } = await setFlag(releases.store, { name: 'mfe-payouts', flag: 'hours', value: true, ...change })
  return names['mfe-payouts']?.flags
}

test('sets a flag for all and for restaurants, and removes what was set', async () => {
  expect(await set({ restaurant: 'r1' })).toEqual({ hours: { restaurants: { r1: true } } })
  expect(await set({ restaurant: 'r2', value: false })).toEqual({ hours: { restaurants: { r1: true, r2: false } } })
  expect(await set({})).toEqual({ hours: { on: true, restaurants: { r1: true, r2: false } } })
  expect(await set({ restaurant: 'r1', value: undefined })).toEqual({ hours: { on: true, restaurants: { r2: false } } })
  expect(await set({ value: undefined })).toEqual({ hours: { restaurants: { r2: false } } })
  expect(await set({ restaurant: 'r2', value: undefined })).toBeUndefined()
  expect((await readRegistry(releases.store)).reason).toBe('flag mfe-payouts hours default of restaurant r2')
})

test('a flag outlives releases, canaries and rollbacks', async () => {
  await set({})
  await releases.putLive(withFlags('p2'))
  const pointer = await releases.put(withFlags('p3'))
  const changes = [
    (names: Parameters<typeof rolledBack>[0]) => canaryStarted(names, 'mfe-payouts', pointer, { percent: 10 }),
    (names: Parameters<typeof rolledBack>[0]) => canaryEnded(names, 'mfe-payouts'),
    (names: Parameters<typeof rolledBack>[0]) => rolledBack(names, 'mfe-payouts'),
  ]
  for (const change of changes) {
    const { names } = await changeRegistry(releases.store, 'test', change)
    expect(names['mfe-payouts']?.flags).toEqual({ hours: { on: true } })
  }
})

test('rejects a flag that no live release declares, and names those that do', async () => {
  await expect(set({ flag: 'days' })).rejects.toThrow('mfe-payouts has no flag days; it has\n  hours  График по часам')
  await expect(set({ flag: 'constructor' })).rejects.toThrow('has no flag constructor')
  await expect(set({ name: 'shell' })).rejects.toThrow('shell is no remote')
  await expect(set({ name: 'mfe-none' })).rejects.toThrow('mfe-none is no remote')
})

test('accepts a flag that only the canary declares', async () => {
  const next = payouts({ version: 'p2' })
  const added = { days: { default: true, about: '' } }
  const pointer = await releases.put({ ...next, manifest: { ...next.manifest, flags: added } })
  await changeRegistry(releases.store, 'test', (names) => canaryStarted(names, 'mfe-payouts', pointer, { percent: 0 }))
  expect(await set({ flag: 'days', value: false })).toEqual({ days: { on: false } })
})

test('changes no flag without the key', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const store = { ...releases.store, publicKeys: { release: { key: publicKey } } }
  await expect(setFlag(store, { name: 'mfe-payouts', flag: 'hours', value: true })).rejects.toThrow(
    'RELEASE_SIGNING_KEY',
  )
})
