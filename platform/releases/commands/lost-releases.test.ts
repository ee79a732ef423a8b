import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { sourceMapsFile } from '../../bundler/release.ts'
import { prune } from '../prune.ts'
import { canaryStarted, released } from '../registry.ts'
import { changeRegistry, readRegistry, signAgain } from '../releases.ts'
import { setFlag } from '../set-flag.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import { createTestReleases, payouts, shell, tips } from '../testing/sample-releases.ts'
import { publish } from './publish.ts'
import { publishSelected } from './publish-selected.ts'
import { withdraw } from './withdraw.ts'

const releases = createTestReleases()

const flags = { hours: { default: false, about: 'График по часам' } }
const withFlag = (version: string) => payouts({ version, manifest: { ...payouts().manifest, flags } })

/** Each name has a current release and two before it, and mfe-tips a canary. */
beforeEach(async () => {
  for (const round of [1, 2, 3]) {
    await releases.putLive(shell({ version: `s${round}` }), tips({ version: `t${round}` }), withFlag(`p${round}`))
  }
  const canary = await releases.put(tips({ version: 't4' }))
  await changeRegistry(releases.store, 'test', (names) => canaryStarted(names, 'mfe-tips', canary, { percent: 10 }))
})

const releaseFolder = (name: string, version: string) => join(releases.folder, 'releases', name, version)

const losses: Record<string, () => void> = {
  'the previous release of another remote': () => rmSync(releaseFolder('mfe-tips', 't2'), { recursive: true }),
  'an earlier release of another remote': () => rmSync(releaseFolder('mfe-tips', 't1'), { recursive: true }),
  'the canary of another remote': () => rmSync(releaseFolder('mfe-tips', 't4'), { recursive: true }),
  'the current release of another remote': () => rmSync(releaseFolder('mfe-tips', 't3'), { recursive: true }),
  'the own previous release but one': () => rmSync(releaseFolder('mfe-payouts', 'p1'), { recursive: true }),
  'the previous shell': () => rmSync(releaseFolder('shell', 's2'), { recursive: true }),
  'the content of release.json': () => writeFileSync(join(releaseFolder('mfe-tips', 't2'), 'release.json'), 'lost'),
  'an old release of the own remote, of no registry'() {
    mkdirSync(releaseFolder('mfe-payouts', 'p0'))
    writeFileSync(join(releaseFolder('mfe-payouts', 'p0'), 'release.json'), 'lost')
  },
}

async function currentVersion(name: string): Promise<string | undefined> {
  return (await readRegistry(releases.store)).names[name]?.current.version
}

test.each(Object.entries(losses))(
  'without %s another remote is released, as a canary too, rolled back, and its flag is set',
  async (_, lose) => {
    lose()
    const build = (version: string) => [releases.build(withFlag(version))]
    await publish(releases.store, build('p4'), 'release', released)
    expect(await currentVersion('mfe-payouts')).toBe('p4')
    await publish(releases.store, build('p5'), 'canary', (names, name, pointer) =>
      canaryStarted(names, name, pointer, { percent: 10 }),
    )
    await withdraw(releases.store, ['mfe-payouts'])
    await withdraw(releases.store, ['mfe-payouts'])
    expect(await currentVersion('mfe-payouts')).toBe('p3')
    const { names } = await setFlag(releases.store, { name: 'mfe-payouts', flag: 'hours', value: true })
    expect(names['mfe-payouts']?.flags).toEqual({ hours: { on: true } })
  },
)

describe.each([
  'the previous release of another remote',
  'the previous shell',
  'an old release of the own remote, of no registry',
])('without %s', (loss) => {
  beforeEach(() => losses[loss]?.())

  test('the shell is released and rolled back, and what is live is signed again', async () => {
    await publish(releases.store, [releases.build(shell({ version: 's4' }))], 'release', released)
    await withdraw(releases.store, ['shell'])
    expect(await currentVersion('shell')).toBe('s3')
    expect(await signAgain(releases.store)).toMatchObject({ reason: 'signed again' })
  })

  test('the shell is promoted to another store, and old releases are deleted', async () => {
    const production = createFolderStore(join(releases.folder, 'production'))
    const options = { action: 'promote', change: released, from: { store: releases.store, location: 'staging' } }
    const { published } = await publishSelected(production, [{ name: 'shell' }], options)
    expect(published).toEqual(['shell s3'])
    const lines: string[] = []
    await prune(releases.store, 'mfe-payouts', await readRegistry(releases.store), (line) => lines.push(line))
    expect(lines).toEqual([])
  })
})

test('the remote that has lost its current release is rolled back, and released again', async () => {
  rmSync(releaseFolder('mfe-payouts', 'p3'), { recursive: true })
  await withdraw(releases.store, ['mfe-payouts'])
  expect(await currentVersion('mfe-payouts')).toBe('p2')
  await publish(releases.store, [releases.build(withFlag('p3'))], 'release', released)
  expect(await currentVersion('mfe-payouts')).toBe('p3')
})

test('a release that has lost only its release.json is stored again', async () => {
  rmSync(join(releaseFolder('mfe-payouts', 'p3'), 'release.json'))
  await publish(releases.store, [releases.build(withFlag('p3'))], 'release', released)
  expect(await releases.store.listFiles('mfe-payouts', 'p3')).toEqual(['release.json'])
})

test('no remote is rolled back to a release that is lost', async () => {
  rmSync(releaseFolder('mfe-payouts', 'p2'), { recursive: true })
  await expect(withdraw(releases.store, ['mfe-payouts'])).rejects.toThrow('Release p2 of mfe-payouts is not there')
  expect(await currentVersion('mfe-payouts')).toBe('p3')
})

test('a shell that has lost its current release is released again, and no remote before', async () => {
  rmSync(releaseFolder('shell', 's3'), { recursive: true })
  const remote = publish(releases.store, [releases.build(withFlag('p4'))], 'release', released)
  await expect(remote).rejects.toThrow('Release s3 of shell is not there')
  await publish(releases.store, [releases.build({ ...shell(), version: 's4' })], 'release', released)
  expect(await currentVersion('shell')).toBe('s4')
})

/** Returns the output of a command, its errors too. */
async function commandOutput(command: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, RELEASES: releases.folder, PORTAL_DATA: releases.folder }
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, command), ...args], { env })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

test('release:list names each lost release, and each lost file', async () => {
  rmSync(releaseFolder('mfe-tips', 't2'), { recursive: true })
  rmSync(releaseFolder('mfe-tips', 't1'), { recursive: true })
  rmSync(join(releaseFolder('shell', 's2'), 'release.json'))
  const lines = (await commandOutput('list.ts')).split('\n')
  expect(lines.filter((line) => line.includes('is not there'))).toEqual([
    '  Release s2 of shell is not there',
    '  Release t2 of mfe-tips is not there',
    '  Release t1 of mfe-tips is not there',
  ])
})

test('release:trace says which file is lost', async () => {
  writeFileSync(join(releaseFolder('mfe-tips', 't2'), 'release.json'), 'lost')
  expect(await commandOutput('trace.ts', 'mfe-tips@t2', 'entry.js:1:1')).toBe(
    'release.json of mfe-tips t2 is damaged\n',
  )
  const described = { maps: { file: sourceMapsFile, integrity: 'sha256-' } }
  writeFileSync(join(releaseFolder('mfe-tips', 't2'), 'release.json'), JSON.stringify(described))
  expect(await commandOutput('trace.ts', 'mfe-tips@t2', 'entry.js:1:1')).toBe(
    'source-maps of mfe-tips t2 is not as release.json says\n',
  )
})
