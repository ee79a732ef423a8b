import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { type Release, type RemoteRelease, sourcesFile, toIntegrity } from '../../bundler/release.ts'
import { canaryStarted, type Registry, released } from '../registry.ts'
import { changeRegistry, readRegistry, storeRelease } from '../releases.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { createTestReleases, nextShared, payouts, shell } from '../testing/sample-releases.ts'
import { publish } from './publish.ts'
import { publishSelected } from './publish-selected.ts'

const releases = createTestReleases()
const keys = generateKeyPairSync('ed25519')
/** Staging is the store of the test; production is another one, with a key of its own. */
let production: ReleaseStore
beforeEach(async () => {
  const store = createFolderStore(join(releases.folder, 'production'))
  production = { ...store, signingKey: keys.privateKey, publicKeys: { release: { key: keys.publicKey } } }
  for (const target of [releases.store, production]) {
    const pointer = await storeRelease(target, releases.build(shell()))
    await changeRegistry(target, 'test', (names) => released(names, 'shell', pointer))
  }
})

const entry = 'var sample'
const commit = 'f'.repeat(40)

/**
 * Writes a build of a remote with a file, and makes it live in staging. `mfe-sample` is in no working copy,
 * so its types are not checked.
 */
async function stage(
  change: Parameters<typeof payouts>[0] = {},
  sources?: Record<string, string>,
): Promise<RemoteRelease> {
  const packed = gzipSync(JSON.stringify(sources ?? {}))
  const release = payouts({
    name: 'mfe-sample',
    version: '3f2a',
    files: { 'entry.js': toIntegrity(entry) },
    ...(sources && { sources: { file: sourcesFile, integrity: toIntegrity(packed) } }),
    ...change,
  })
  const build = releases.build(release)
  writeFileSync(join(build, 'entry.js'), entry)
  writeFileSync(join(build, 'entry.js.gz'), gzipSync(entry))
  if (sources) writeFileSync(join(build, sourcesFile), packed)
  const pointer = { ...(await storeRelease(releases.store, build)), source: { commit }, untested: true as const }
  await changeRegistry(releases.store, 'test', (names) => released(names, release.name, pointer))
  return release
}

async function promote(name: string, version?: string): Promise<Registry> {
  const from = { store: releases.store, location: 'https://storage.example/staging' }
  const options = { action: 'promote', change: released, from }
  return (await publishSelected(production, [{ name, version }], options)).registry
}

const ofStaging = (file: string) => join(releases.folder, 'releases/mfe-sample/3f2a', file)

test('promotes the very bytes of staging, signed by the key of production, and records their origin', async () => {
  await stage()
  const { names } = await promote('mfe-sample')
  const [live, staged] = [
    names['mfe-sample']?.current,
    (await readRegistry(releases.store)).names['mfe-sample']?.current,
  ]
  expect(live).toMatchObject({
    version: '3f2a',
    integrity: staged?.integrity,
    source: { commit },
    untested: true,
    promotedFrom: 'https://storage.example/staging, registry 2',
  })
  for (const file of ['release.json', 'entry.js', 'entry.js.gz']) {
    expect(await production.readFile('mfe-sample', '3f2a', file)).toEqual(readFileSync(ofStaging(file)))
  }
  // This store accepts only registries that are signed by its own key.
  expect(await readRegistry(production)).toMatchObject({ reason: 'promote mfe-sample 3f2a' })
})

test('leaves files behind that release.json does not name', async () => {
  await stage()
  writeFileSync(ofStaging('added.js'), 'alert(1)')
  await promote('mfe-sample')
  expect((await production.listFiles('mfe-sample', '3f2a')).sort()).toEqual(['entry.js', 'entry.js.gz', 'release.json'])
})

test.each([
  [
    'a changed script',
    () => appendFileSync(ofStaging('entry.js'), ';'),
    'entry.js of mfe-sample 3f2a is not as release.json says',
  ],
  [
    'a changed copy of it',
    () => writeFileSync(ofStaging('entry.js.gz'), 'x'),
    'entry.js.gz of mfe-sample 3f2a is not as',
  ],
  ['a changed description', () => appendFileSync(ofStaging('release.json'), ' '), 'is not as the registry says'],
  ['a missing script', () => rmSync(ofStaging('entry.js')), 'entry.js of mfe-sample 3f2a is not there'],
])('promotes nothing with %s', async (_, break_, reason) => {
  await stage()
  break_()
  const before = await readRegistry(production)
  await expect(promote('mfe-sample')).rejects.toThrow(reason)
  expect(await readRegistry(production)).toEqual(before)
  expect(await production.listReleases('mfe-sample')).toEqual([])
})

test('promotes nothing where production has another build of the version', async () => {
  await stage()
  const other = releases.build(payouts({ name: 'mfe-sample', version: '3f2a', builtAt: '2026-11-22T12:00:00.000Z' }))
  const pointer = await storeRelease(production, other)
  await changeRegistry(production, 'test', (names) => released(names, 'mfe-sample', pointer))
  await expect(promote('mfe-sample')).rejects.toThrow('Another build of mfe-sample 3f2a is stored there')
})

test('compares with what is live in production, not in staging', async () => {
  const pointer = await storeRelease(releases.store, releases.build(shell({ version: 's2', shared: nextShared })))
  await changeRegistry(releases.store, 'test', (names) => released(names, 'shell', pointer))
  await stage({ shared: nextShared })
  await expect(promote('mfe-sample')).rejects.toThrow(
    /^Refused: mfe-sample 3f2a .* needs react \^20\.0\.0, shell s1 has/s,
  )
})

test('puts the packages of several repositories live as one change, from a store where they have met', async () => {
  const next = createFolderStore(join(releases.folder, 'next'))
  const put = async (store: ReleaseStore, release: Release) => {
    const pointer = await storeRelease(store, releases.build(release))
    await changeRegistry(store, 'test', (names) => released(names, release.name, pointer))
  }
  const shellOfNext = shell({ version: 's2', shared: nextShared })
  await put(production, payouts({ name: 'mfe-sample', version: '1' }))
  // The shell cannot be the first in production, and neither can the remote.
  await expect(publish(production, [releases.build(shellOfNext)], 'release', released)).rejects.toThrow(
    'npm run release:promote -- mfe-sample shell --from <that store>',
  )
  await put(next, shellOfNext)
  await put(next, payouts({ name: 'mfe-sample', version: '2', shared: nextShared }))
  const selections = [{ name: 'mfe-sample' }, { name: 'shell' }]
  const from = { store: next, location: 'https://storage.example/next' }
  const { registry } = await publishSelected(production, selections, { action: 'promote', change: released, from })
  expect(registry.names.shell?.current.version).toBe('s2')
  expect(registry.names['mfe-sample']).toMatchObject({ current: { version: '2' }, history: [{ version: '1' }] })
})

test('checks the sources of the release with the types of the shell of production', async () => {
  const remote = "export const pages = { '/out': (): number => 'no number' }"
  await stage({ name: 'mfe-payouts' }, { 'mfe-payouts/remote.ts': remote, 'mfe-payouts/manifest.ts': 'export {}' })
  await expect(promote('mfe-payouts')).rejects.toThrow(
    /mfe-payouts 3f2a against shell s1: mfe-payouts\/remote\.ts\(1,\d+\): error TS2322/,
  )
})

test('releases a canary for all browsers, as it is', async () => {
  const { version } = await stage()
  await stage({ version: '7c01' })
  const { names: before } = await changeRegistry(releases.store, 'canary', (names) => {
    const [pointer] = names['mfe-sample']?.history ?? []
    return pointer ? canaryStarted(names, 'mfe-sample', pointer, { percent: 10 }) : names
  })
  const options = { action: 'release', change: released }
  const { registry, published } = await publishSelected(releases.store, [{ name: 'mfe-sample', version }], options)
  expect(published).toEqual(['mfe-sample 3f2a'])
  const { current, history, canary } = registry.names['mfe-sample'] ?? expect.fail()
  expect(current.integrity).toBe(before['mfe-sample']?.canary?.integrity)
  expect(current.source).toEqual({ commit })
  expect(history.map((pointer) => pointer.version)).toEqual(['7c01'])
  expect(canary).toBeUndefined()
})

test('releases no version that no registry names, though its files are in the store', async () => {
  await stage()
  mkdirSync(join(releases.folder, 'releases/mfe-sample/evil'))
  writeFileSync(join(releases.folder, 'releases/mfe-sample/evil/release.json'), '{}')
  const options = { action: 'release', change: released }
  const selections = [{ name: 'mfe-sample', version: 'evil' }]
  await expect(publishSelected(releases.store, selections, options)).rejects.toThrow('has never been released there')
})

test('builds nothing that is no package of this working copy', async () => {
  const options = { action: 'release', change: released }
  await expect(publishSelected(releases.store, [{ name: 'mfe-none' }], options)).rejects.toThrow(
    /^There is no mfe-none here: say one of shell, mfe-operator, mfe-payouts, /,
  )
})
