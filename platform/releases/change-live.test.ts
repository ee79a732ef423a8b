import { generateKeyPairSync } from 'node:crypto'
import type { ReleaseChange } from '@portal/contracts/release'
import { beforeEach, expect, test } from 'vitest'
import { changeLive } from './change-live.ts'
import { createRegistryReader } from './overview/stored-registries.ts'
import { canaryStarted } from './registry.ts'
import { changeRegistry, readRegistry } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'
import { createTestReleases, nextShared, shell, tips } from './testing/sample-releases.ts'

const releases = createTestReleases()

beforeEach(async () => {
  await releases.putLive(shell(), tips())
  await releases.putLive(tips({ version: 't2' }))
})

async function change(part: Partial<ReleaseChange>, store: ReleaseStore = releases.store) {
  const { sequence } = await readRegistry(store)
  const whole: ReleaseChange = { sequence, name: 'mfe-tips', kind: 'rollback', version: 't1', ...part }
  return changeLive(store, createRegistryReader(store), whole, 'Анна Смирнова')
}

async function entry() {
  const { names, by, reason } = await readRegistry(releases.store)
  const { current, canary, history = [] } = names['mfe-tips'] ?? {}
  return {
    current: current?.version,
    canary: canary?.version,
    history: history.map(({ version }) => version),
    by,
    reason,
  }
}

async function startCanary(version: string) {
  const pointer = await releases.put(tips({ version }))
  return changeRegistry(releases.store, 'canary', (names) => canaryStarted(names, 'mfe-tips', pointer, { percent: 10 }))
}

// spec: 9.72
test('rolls back, and records who did it', async () => {
  await change({})
  expect(await entry()).toEqual({
    current: 't1',
    canary: undefined,
    history: [],
    by: 'Анна Смирнова',
    reason: 'rollback mfe-tips t1 by the page of releases',
  })
})

test('a canary that becomes current can be rolled back to the previous release', async () => {
  await startCanary('t3')
  await change({ kind: 'promote', version: 't3' })
  expect(await entry()).toMatchObject({ current: 't3', canary: undefined, history: ['t2', 't1'] })
  const { names } = await readRegistry(releases.store)
  expect(names['mfe-tips']?.current).not.toHaveProperty('percent')
})

test('gives a canary to more browsers, and ends it', async () => {
  await startCanary('t3')
  await change({ kind: 'canary', version: 't3', percent: 50 })
  expect((await readRegistry(releases.store)).names['mfe-tips']?.canary).toMatchObject({ version: 't3', percent: 50 })
  await change({ kind: 'end_canary', version: 't3' })
  expect(await entry()).toMatchObject({ current: 't2', canary: undefined })
})

test('a canary keeps its audience with another share, and leaves it behind when it is for all', async () => {
  const pointer = await releases.put(tips({ version: 't3' }))
  const audience = { restaurants: ['r1'] }
  await changeRegistry(releases.store, 'canary', (names) =>
    canaryStarted(names, 'mfe-tips', pointer, { percent: 0, audience }),
  )
  await change({ kind: 'canary', version: 't3', percent: 50 })
  expect((await readRegistry(releases.store)).names['mfe-tips']?.canary).toMatchObject({ percent: 50, audience })
  await change({ kind: 'promote', version: 't3' })
  expect((await readRegistry(releases.store)).names['mfe-tips']?.current).not.toHaveProperty('audience')
})

test('tries a withdrawn release again as a canary', async () => {
  await change({})
  await change({ kind: 'canary', version: 't2', percent: 5 })
  expect(await entry()).toMatchObject({ current: 't1', canary: 't2' })
})

// spec: 9.72
test('a change whose response was lost is made once', async () => {
  const { sequence } = await readRegistry(releases.store)
  expect(await change({ sequence })).toBe(sequence + 1)
  expect(await change({ sequence })).toBe(sequence + 1)
  expect(await entry()).toMatchObject({ current: 't1' })
})

test('simultaneous requests make one registry', async () => {
  const { sequence } = await readRegistry(releases.store)
  const results = await Promise.all(Array.from({ length: 5 }, () => change({ sequence })))
  expect(new Set(results)).toEqual(new Set([sequence + 1]))
  expect((await readRegistry(releases.store)).sequence).toBe(sequence + 1)
})

// spec: 9.72
test.each([
  ['another registry is live by now', { sequence: 1 }, 'releases_changed'],
  ['the previous release is another one', { version: 't9' }, 'not_found'],
  ['the release was never live', { kind: 'promote', version: 't9' }, 'not_found'],
  ['the package does not exist', { name: 'mfe-other' }, 'not_found'],
  ['the current release would be its own canary', { kind: 'canary', version: 't2', percent: 5 }, 'not_found'],
  ['the shell would have a canary', { name: 'shell', kind: 'canary', version: 's1', percent: 5 }, 'not_found'],
] as const)('changes nothing when %s', async (_, part, code) => {
  const before = await readRegistry(releases.store)
  await expect(change(part)).rejects.toMatchObject({ code })
  expect(await readRegistry(releases.store)).toEqual(before)
})

test('puts no stored release live that no registry names: write access to the store is not the right to release', async () => {
  await releases.put(tips({ version: 't9' }))
  await expect(change({ kind: 'promote', version: 't9' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(change({ kind: 'canary', version: 't9', percent: 99 })).rejects.toMatchObject({ code: 'not_found' })
})

test('believes no registry that is not signed', async () => {
  const { publicKey, privateKey: signingKey } = generateKeyPairSync('ed25519')
  const signed = { ...releases.store, publicKeys: { release: { key: publicKey } }, signingKey }
  const pointer = await releases.put(tips({ version: 't9' }))
  const { names } = await readRegistry(releases.store)
  await changeRegistry(releases.store, 'forged', (before) =>
    canaryStarted(before, 'mfe-tips', pointer, { percent: 10 }),
  )
  await changeRegistry({ ...signed, publicKeys: undefined }, 'signed', () => names)
  await expect(change({ kind: 'promote', version: 't9' }, signed)).rejects.toMatchObject({ code: 'not_found' })
})

// spec: 9.72
test('rejects what would break the portal, with the reasons', async () => {
  await releases.putLive(shell({ version: 's2', shared: nextShared }), tips({ version: 't3', shared: nextShared }))
  await expect(change({ version: 't2' })).rejects.toMatchObject({
    code: 'incompatible_releases',
    problems: ['mfe-tips t2 needs react ^19.3.1, shell s2 has 20.0.0'],
  })
  expect(await entry()).toMatchObject({ current: 't3' })
})
