import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { released } from '../registry-file.ts'
import { apiTypesFile, type ReleaseFile, type RemoteReleaseFile } from '../release.ts'
import { changeRegistry, type Releases, readRegistry } from '../releases.ts'
import { button, nextShared, payouts, plantedPlace, shell, tips } from '../testing/planted.ts'
import { publish } from './publish.ts'

const place = plantedPlace()

beforeEach(() => place.putLive(shell(), tips(), payouts()))

type Options = { releases?: Releases; workingCopy?: ReleaseFile[] }

function release(files: ReleaseFile[], { releases = place, workingCopy = [] }: Options = {}): Promise<void> {
  const build = async (names: readonly string[]) =>
    names.map((name) => {
      const file = workingCopy.find((one) => one.name === name)
      if (!file) throw new Error(`There is no ${name} here`)
      return place.build(file)
    })
  return publish(releases, files.map(place.build), 'release', released, build)
}

async function live(): Promise<Record<string, string>> {
  const { names } = await readRegistry(place)
  return Object.fromEntries(Object.entries(names).map(([name, { current }]) => [name, current.version]))
}

const nextShell = shell({ version: 's2', shared: nextShared })
const nextTips = tips({ version: 't2', shared: nextShared })
const nextPayouts = payouts({ version: 'p2', shared: nextShared })

test('a set is one registry, which says what was released', async () => {
  const { sequence } = await readRegistry(place)
  await release([nextShell, nextTips, nextPayouts])
  expect(await live()).toEqual({ shell: 's2', 'mfe-tips': 't2', 'mfe-payouts': 'p2' })
  expect(await readRegistry(place)).toMatchObject({
    sequence: sequence + 1,
    reason: 'release shell s2, mfe-tips t2, mfe-payouts p2',
  })
})

test.each([
  ['alone', [nextShell], 'shell mfe-tips mfe-payouts'],
  ['from the other side', [nextTips], 'mfe-tips shell mfe-payouts'],
  ['with one too few', [nextShell, nextTips], 'shell mfe-tips mfe-payouts'],
])('what does not fit %s is refused with the way out, and nothing is written', async (_, files, way) => {
  const before = await readRegistry(place)
  const workingCopy = [nextShell, nextTips, nextPayouts]
  await expect(release(files, { workingCopy })).rejects.toThrow(
    new RegExp(`^Refused: .*\nAs one change: npm run release -- ${way}$`, 's'),
  )
  expect(await readRegistry(place)).toEqual(before)
  expect(await place.store.listReleases('shell')).toEqual(['s1'])
})

test.each<[string, RemoteReleaseFile, RegExp]>([
  ['is wrong by itself', payouts({ version: 'p2', budget: { entry: 6_000, page: 6_000 } }), /budget is 6000$/],
  ['takes a path of the shell', payouts({ version: 'p2', paths: ['/login'] }), /belongs to the shell$/],
  ['uses a name that nothing has', payouts({ version: 'p2', uses: { [button]: ['Gone'] } }), /provide: Gone of .*$/],
  ['goes to nobody’s version', payouts({ version: 'p2', shared: nextShared }), /needs react .*$/],
])('a release that %s is not sent to others', async (_, file, end) => {
  const workingCopy = [shell({ version: 's2' }), tips({ version: 't2' })]
  const refused = release([file], { workingCopy })
  await expect(refused).rejects.toThrow(new RegExp(`^Refused: mfe-payouts p2 would break the portal\n.*${end.source}`))
})

test('refused where others would have to come along that are not in the working copy, it says no more than why', async () => {
  await expect(release([nextTips])).rejects.toThrow(/has 19.3.1$/)
})

test('a release is sent to a shell that is new only in its types', async () => {
  const typesOfShell = join(place.folder, 'releases/shell/s1', apiTypesFile)
  writeFileSync(typesOfShell, JSON.stringify({ 'ui/button/button.d.ts': 'export {}' }))
  const workingCopy = [shell({ version: 's2' })]
  const refused = release([payouts({ version: 'p2' })], { workingCopy })
  await expect(refused).rejects.toThrow(/Against shell s1: .*\nAs one change: npm run release -- mfe-payouts shell$/s)
})

test('where registries are signed, without the key nothing is stored', async () => {
  const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
  await changeRegistry({ store: place.store, signingKey }, 'signed', ({ 'mfe-payouts': _, ...names }) => names)
  const before = await readRegistry(place)
  for (const keyless of [{ store: place.store }, { store: place.store, publicKey }]) {
    await expect(release([tips({ version: 't2' })], { releases: keyless })).rejects.toThrow(
      /^RELEASE_SIGNING_KEY is missing/,
    )
  }
  expect(await readRegistry(place)).toEqual(before)
  expect(await place.store.listReleases('mfe-tips')).toEqual(['t1'])
})

test('ended before its registry was written, a set has changed nothing', async () => {
  const before = await readRegistry(place)
  const dying = { ...place.store, addRegistry: () => Promise.reject(new Error('killed')) }
  await expect(release([nextShell, nextTips, nextPayouts], { releases: { store: dying } })).rejects.toThrow('killed')
  expect(await readRegistry(place)).toEqual(before)
  await release([nextShell, nextTips, nextPayouts])
  expect(await live()).toEqual({ shell: 's2', 'mfe-tips': 't2', 'mfe-payouts': 'p2' })
})

test('a set is checked against what another team has released meanwhile', async () => {
  let overtaken = false
  const store = {
    ...place.store,
    async addRegistry(sequence: number, text: string) {
      if (!overtaken) await place.putLive(payouts({ name: 'mfe-settings', version: 'x1', paths: ['/settings'] }))
      overtaken = true
      return place.store.addRegistry(sequence, text)
    },
  }
  await expect(release([nextShell, nextTips, nextPayouts], { releases: { store } })).rejects.toThrow(
    'mfe-settings x1 needs react',
  )
  expect(await live()).toEqual({ shell: 's1', 'mfe-tips': 't1', 'mfe-payouts': 'p1', 'mfe-settings': 'x1' })
})
