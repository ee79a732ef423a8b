import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { apiTypesFile, type Release } from '../../bundler/release.ts'
import { type Registry, released } from '../registry.ts'
import { readRejections } from '../rejections.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { createTestReleases, nextShared, payouts, shell, tips } from '../testing/sample-releases.ts'
import { publish } from './publish.ts'

const releases = createTestReleases()

beforeEach(() => releases.putLive(shell(), tips(), payouts()))

function release(files: Release[], store: ReleaseStore = releases.store): Promise<Registry> {
  return publish(store, files.map(releases.build), 'release', released)
}

async function live(): Promise<Record<string, string>> {
  const { names } = await readRegistry(releases.store)
  return Object.fromEntries(Object.entries(names).map(([name, { current }]) => [name, current.version]))
}

const nextShell = shell({ version: 's2', shared: nextShared })
const nextTips = tips({ version: 't2', shared: nextShared })
const nextPayouts = payouts({ version: 'p2', shared: nextShared })

test('releases a set by one registry, which names what was released', async () => {
  const { sequence } = await readRegistry(releases.store)
  await release([nextShell, nextTips, nextPayouts])
  expect(await live()).toEqual({ shell: 's2', 'mfe-tips': 't2', 'mfe-payouts': 'p2' })
  expect(await readRegistry(releases.store)).toMatchObject({
    sequence: sequence + 1,
    reason: 'release shell s2, mfe-tips t2, mfe-payouts p2',
  })
})

test.each([
  ['of the shell by itself', [nextShell], 'mfe-payouts × shell, mfe-tips × shell'],
  ['from the other side', [nextTips], 'mfe-tips × shell'],
  ['with one too few', [nextShell, nextTips], 'mfe-payouts × shell'],
])(
  'rejects an incompatible release %s, reports the pairs that conflict, and writes nothing',
  async (_, files, pairs) => {
    const before = await readRegistry(releases.store)
    await expect(release(files)).rejects.toThrow(new RegExp(`^Refused: .*\nConflicts: ${pairs}$`, 's'))
    expect(await readRegistry(releases.store)).toEqual(before)
    expect(await releases.store.listReleases('shell')).toEqual(['s1'])
  },
)

// spec: 9.73
test('records a rejection with its reasons, and who has made each registry', async () => {
  await expect(release([nextTips])).rejects.toThrow('Refused')
  const [rejection, ...others] = await readRejections(releases.store, 10)
  expect(others).toEqual([])
  expect(rejection).toMatchObject({
    by: expect.any(String),
    releases: [{ name: 'mfe-tips', version: 't2' }],
    problems: ['mfe-tips t2 needs react ^20.0.0, shell s1 has 19.3.1'],
  })
  expect((await release([nextShell, nextTips, nextPayouts])).by).toBe(rejection?.by)
})

test('the registry marks a release without tests until the same version is released with them', async () => {
  const releasePayouts = async (isUntested: boolean) => {
    const build = releases.build(payouts({ version: 'p2' }))
    const { names } = await publish(releases.store, [build], 'release', released, { isUntested })
    return names['mfe-payouts']?.current.untested
  }
  expect(await releasePayouts(true)).toBe(true)
  expect(await releasePayouts(true)).toBe(true)
  expect(await releasePayouts(false)).toBeUndefined()
  expect(await releasePayouts(true)).toBeUndefined()
})

test('reports no conflict for a release that is invalid itself', async () => {
  const heavy = payouts({ version: 'p2', budget: { entry: 6_000, page: 6_000 } })
  await expect(release([heavy])).rejects.toThrow(/^Refused: mfe-payouts p2 would break the portal\n.*budget is 6000$/)
})

test('reports a conflict when the sources do not compile against the live shell', async () => {
  const typesOfShell = join(releases.folder, 'releases/shell/s1', apiTypesFile)
  writeFileSync(typesOfShell, JSON.stringify({ 'ui/button/button.d.ts': 'export {}' }))
  const rejectedRelease = release([payouts({ version: 'p2' })])
  await expect(rejectedRelease).rejects.toThrow(/Against shell s1: .*\nConflicts: mfe-payouts × shell$/s)
})

test('stores nothing without the key when registries are signed', async () => {
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
  await changeRegistry({ ...releases.store, signingKey }, 'signed', ({ 'mfe-payouts': _, ...names }) => names)
  const before = await readRegistry(releases.store)
  for (const keyless of [releases.store, { ...releases.store, publicKeys: { release: { key: publicKey } } }]) {
    await expect(release([tips({ version: 't2' })], keyless)).rejects.toThrow(/^RELEASE_SIGNING_KEY is missing/)
  }
  expect(await readRegistry(releases.store)).toEqual(before)
  expect(await releases.store.listReleases('mfe-tips')).toEqual(['t1'])
})

test('changes nothing when it ends before the registry is written', async () => {
  const before = await readRegistry(releases.store)
  const dying = { ...releases.store, addRegistry: () => Promise.reject(new Error('killed')) }
  await expect(release([nextShell, nextTips, nextPayouts], dying)).rejects.toThrow('killed')
  expect(await readRegistry(releases.store)).toEqual(before)
  await release([nextShell, nextTips, nextPayouts])
  expect(await live()).toEqual({ shell: 's2', 'mfe-tips': 't2', 'mfe-payouts': 'p2' })
})

test('checks a set against what another team has released meanwhile', async () => {
  let isOvertaken = false
  const store = {
    ...releases.store,
    async addRegistry(sequence: number, text: string) {
      if (!isOvertaken) await releases.putLive(payouts({ name: 'mfe-settings', version: 'x1', paths: ['/settings'] }))
      isOvertaken = true
      return releases.store.addRegistry(sequence, text)
    },
  }
  await expect(release([nextShell, nextTips, nextPayouts], store)).rejects.toThrow('mfe-settings x1 needs react')
  expect(await live()).toEqual({ shell: 's1', 'mfe-tips': 't1', 'mfe-payouts': 'p1', 'mfe-settings': 'x1' })
})
