import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Names, type Registry, released, rolledBack } from '../../releases/registry.ts'
import { changeRegistry, readRegistry, signAgain } from '../../releases/releases.ts'
import { signRegistry } from '../../releases/signature.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { createTestReleases, payouts, shell, tips } from '../../releases/testing/sample-releases.ts'
import { startLiveReleases } from './live-releases.ts'

const releases = createTestReleases()

const [ofAll, ofTips, ofPayouts, removed] = [1, 2, 3, 4].map(() => generateKeyPairSync('ed25519')) as KeyPairs
type KeyPairs = [KeyPair, KeyPair, KeyPair, KeyPair]
type KeyPair = ReturnType<typeof generateKeyPairSync>

const publicKeys = {
  release: { key: ofAll.publicKey },
  tips: { key: ofTips.publicKey, names: ['mfe-tips'] },
  payouts: { key: ofPayouts.publicKey, names: ['mfe-payouts'] },
}

/** The store, as who has a signing key opens it. */
function openStore({ privateKey }: Partial<KeyPair> = {}, servedFile?: string): ReleaseStore {
  return { ...createFolderStore(releases.folder), publicKeys, signingKey: privateKey, servedFile }
}

async function release(key: KeyPair, name: string, file: Parameters<typeof releases.put>[0]): Promise<Registry> {
  const pointer = await releases.put(file)
  return changeRegistry(openStore(key), `release ${name}`, (names) => released(names, name, pointer))
}

/** The shell is signed by the key of all names; each remote has two releases, which its own key has signed. */
beforeEach(async () => {
  await release(ofAll, 'shell', shell())
  await release(ofTips, 'mfe-tips', tips())
  await release(ofPayouts, 'mfe-payouts', payouts())
  await release(ofPayouts, 'mfe-payouts', payouts({ version: 'p2' }))
  await release(ofTips, 'mfe-tips', tips({ version: 't2' }))
})

const live = { shell: 's1', 'mfe-payouts': 'p2', 'mfe-tips': 't2' }

function toVersions(names: Names): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, { current }]) => [name, current.version]))
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Follows the store as a portal server does. Without a file, the server has served nothing before. */
async function follow(servedFile?: string) {
  const problems: string[] = []
  const error = (fields: object) => void problems.push(String((fields as { err: Error }).err.message))
  const { published, stop } = await startLiveReleases(openStore({}, servedFile), { error, info() {} })
  stops.push(stop)
  const served = () => {
    const { shell, remotes } = published()
    return Object.fromEntries(
      [shell, ...remotes.map(({ current }) => current)].map(({ name, version }) => [name, version]),
    )
  }
  return { published, served, problems }
}

/** Writes a registry that the key of mfe-tips has signed as a whole, under the next number. */
async function write(registry: Omit<Registry, 'signature'>, key = ofTips): Promise<void> {
  const store = createFolderStore(releases.folder)
  expect(await store.addRegistry(registry.sequence, signRegistry(registry, key.privateKey))).toBe(true)
}

const stored = async (sequence: number): Promise<Registry> =>
  JSON.parse(await createFolderStore(releases.folder).readRegistryText(sequence))

/** An attack that signs the newest registry again with other entries. */
const withNames =
  (
    change: (names: Names, earlier: (sequence: number) => Promise<Names>) => Names | Promise<Names>,
  ): (() => Promise<void>) =>
  async () => {
    const newest = await stored(5)
    const names = await change(newest.names, async (sequence) => (await stored(sequence)).names)
    await write({ ...newest, sequence: 6, at: new Date().toISOString(), names })
  }

const attacks: Record<string, () => Promise<void>> = {
  'rolls another remote back': withNames((names) => rolledBack(names, 'mfe-payouts')),
  'releases the shell': withNames(async (names) =>
    released(names, 'shell', await releases.put(shell({ version: 's9' }))),
  ),
  'removes another remote': withNames(({ 'mfe-payouts': _, ...names }) => names),
  'adds a name': withNames((names) => ({ ...names, 'mfe-other': names['mfe-tips'] as Names[string] })),
  'puts its own entry under the name of another remote': withNames((names) => ({
    ...names,
    'mfe-payouts': names['mfe-tips'] as Names[string],
  })),
  'removes the signature of another remote': withNames((names) => {
    const { signed: _, ...entry } = names['mfe-payouts'] as Names[string]
    return { ...names, 'mfe-payouts': entry }
  }),
  'puts the earlier entry of another remote back, with its signature': withNames(async (names, earlier) => ({
    ...names,
    'mfe-payouts': (await earlier(3))['mfe-payouts'] as Names[string],
  })),
  'writes an earlier registry again under the next number': async () => {
    await createFolderStore(releases.folder).addRegistry(
      6,
      await createFolderStore(releases.folder).readRegistryText(3),
    )
  },
  'signs an earlier registry again': async () => write({ ...(await stored(3)), sequence: 6 }),
  'takes the last number': async () => write({ ...(await stored(5)), sequence: 999_999_999 }),
  'writes an entry that is none': withNames((names) => ({ ...names, 'mfe-tips': { current: null } as never })),
  'leads out of the folder of its releases': withNames((names) => ({
    ...names,
    'mfe-tips': { current: { version: '../mfe-payouts/p1', integrity: 'sha256-', at: '' }, history: [] },
  })),
  'signs with a key that is no longer valid': async () => {
    const newest = await stored(5)
    await write({ ...newest, sequence: 6, names: rolledBack(newest.names, 'mfe-tips') }, removed)
  },
}

describe.each(Object.entries(attacks))('who has the key of mfe-tips and %s', (_, attack) => {
  test('changes nothing, neither on portal servers nor for the next release', async () => {
    const servedFile = join(releases.folder, 'data/served')
    const running = await follow(servedFile)
    const before = running.published()
    await attack()
    await vi.waitFor(() => expect(running.problems).not.toEqual([]), 60_000)
    expect(running.published()).toBe(before)
    expect((await follow(servedFile)).published()).toEqual(before)
    expect((await follow()).published()).toEqual(before)

    const { names } = await release(ofPayouts, 'mfe-payouts', payouts({ version: 'p3' }))
    expect(toVersions(names)).toEqual({ ...live, 'mfe-payouts': 'p3' })
    await vi.waitFor(() => expect(running.served()).toEqual({ ...live, 'mfe-payouts': 'p3' }), 60_000)
  })
})

test('an address stays with the remote that has it, also after a restart, whatever another one signs', async () => {
  const servedFile = join(releases.folder, 'data/served')
  const first = await follow(servedFile)
  const claims = tips({ version: 't3', builtAt: '2020-01-01T00:00:00.000Z', paths: ['/', '/billing', '/OUT'] })
  const other = tips({ version: 't4', builtAt: '2020-01-01T00:00:00.000Z', paths: ['/', '/billing', '/out'] })
  await release(ofTips, 'mfe-tips', claims)
  await release(ofTips, 'mfe-tips', other)
  await vi.waitFor(() => expect(first.published().sequence).toBe(7), 60_000)
  expect(first.served()).toEqual(live)
  expect((await follow(servedFile)).served()).toEqual(live)
})

test('a key of some names may sign only their entries, by the commands too', async () => {
  await expect(release(ofTips, 'mfe-payouts', payouts({ version: 'p3' }))).rejects.toThrow(
    'RELEASE_SIGNING_KEY may not sign mfe-payouts',
  )
  expect(toVersions((await release(ofTips, 'mfe-tips', tips({ version: 't3' }))).names)).toEqual({
    ...live,
    'mfe-tips': 't3',
  })
  expect(toVersions((await release(ofAll, 'mfe-payouts', payouts({ version: 'p3' }))).names)).toMatchObject({
    'mfe-payouts': 'p3',
  })
})

describe('who may also delete registries', () => {
  test.each([
    ['rewrites the newest number', 5],
    ['goes on from an earlier one', 6],
  ])('takes no server back that has served them, when it %s', async (_, sequence) => {
    await release(ofPayouts, 'mfe-payouts', payouts({ version: 'p3' }))
    const servedFile = join(releases.folder, 'data/served')
    const running = await follow(servedFile)
    for (const number of [5, 6]) rmSync(join(releases.folder, `registry/00000000${number}.json`))
    const before = await stored(4)
    await write({ ...before, sequence })
    if (sequence === 6) await write({ ...before, sequence: 7 })
    await expect(follow(servedFile)).rejects.toThrow(/is older than|has an older state of/)
    expect(running.served()).toEqual({ ...live, 'mfe-payouts': 'p3' })
  })

  test('takes no server back by the owner of a key who signs all of it again', async () => {
    await release(ofPayouts, 'mfe-payouts', payouts({ version: 'p3' }))
    const servedFile = join(releases.folder, 'data/served')
    const running = await follow(servedFile)
    rmSync(join(releases.folder, 'registry/000000006.json'))
    for (const _ of [6, 7]) await signAgain(openStore(ofAll))
    await vi.waitFor(() => expect(running.problems.join()).toContain('older state of mfe-payouts'), 60_000)
    expect(running.served()).toEqual({ ...live, 'mfe-payouts': 'p3' })
  })
})

test('a store of one key for everything goes on, and gets signatures of entries by the next one', async () => {
  const { names } = await stored(5)
  const unsigned = Object.fromEntries(Object.entries(names).map(([name, { signed: _, ...entry }]) => [name, entry]))
  await write({ ...(await stored(5)), sequence: 6, names: unsigned }, ofAll)
  expect((await follow()).served()).toEqual(live)
  await expect(release(ofTips, 'mfe-tips', tips({ version: 't3' }))).rejects.toThrow(
    'shell has no signature of its own, and RELEASE_SIGNING_KEY may not sign it',
  )
  await signAgain(openStore(ofAll))
  await release(ofTips, 'mfe-tips', tips({ version: 't3' }))
  expect(toVersions((await readRegistry(openStore())).names)).toEqual({ ...live, 'mfe-tips': 't3' })
})

test('a command from before entries were signed changes one, and its signature of the whole counts', async () => {
  const newest = await stored(5)
  // It keeps the field that it does not know, over another content.
  await write({ ...newest, sequence: 6, names: rolledBack(newest.names, 'mfe-tips') }, ofAll)
  const servedFile = join(releases.folder, 'data/served')
  const expected = { ...live, 'mfe-tips': 't1' }
  expect((await follow(servedFile)).served()).toEqual(expected)
  expect((await follow(servedFile)).served()).toEqual(expected)
  await release(ofTips, 'mfe-tips', tips({ version: 't3' }))
  expect((await follow(servedFile)).served()).toMatchObject({ 'mfe-tips': 't3' })
})
