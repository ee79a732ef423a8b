import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Release } from '../../bundler/release.ts'
import { canaryEnded, canaryStarted, type Registry, released } from '../registry.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import { button, createTestReleases, nextShared, payouts, shell, tips } from '../testing/sample-releases.ts'
import { publish } from './publish.ts'
import { withdraw } from './withdraw.ts'

const releases = createTestReleases()

/** Everything has moved to the next major version of a package. */
beforeEach(async () => {
  await releases.putLive(shell(), tips(), payouts())
  await releases.putLive(
    shell({ version: 's2', shared: nextShared }),
    tips({ version: 't2', shared: nextShared }),
    payouts({ version: 'p2', shared: nextShared }),
  )
})

async function live(): Promise<string[]> {
  const { names } = await readRegistry(releases.store)
  return Object.values(names).map(({ current }) => current.version)
}

/** Returns the pairs of packages that the error names. */
async function withdrawConflicts(...names: string[]): Promise<string[]> {
  const message = await withdraw(releases.store, names).then(
    () => '',
    (rejection: Error) => rejection.message,
  )
  expect(message).toMatch(/^Refused: the portal would break\n {2}mfe-/)
  return /\nConflicts: (.*)$/.exec(message)?.[1]?.split(', ') ?? []
}

test('rolls a set back by one registry', async () => {
  const { sequence } = await readRegistry(releases.store)
  await withdraw(releases.store, ['shell', 'mfe-tips', 'mfe-payouts'])
  expect(await live()).toEqual(['s1', 't1', 'p1'])
  expect(await readRegistry(releases.store)).toMatchObject({
    sequence: sequence + 1,
    reason: 'rollback shell, mfe-tips, mfe-payouts',
  })
})

test('rolls nothing back without the key when registries are signed', async () => {
  const { privateKey: signingKey } = generateKeyPairSync('ed25519')
  await changeRegistry({ ...releases.store, signingKey }, 'signed', ({ 'mfe-payouts': _, ...names }) => names)
  const before = await readRegistry(releases.store)
  await expect(withdraw(releases.store, ['shell'])).rejects.toThrow(/^RELEASE_SIGNING_KEY is missing/)
  expect(await readRegistry(releases.store)).toEqual(before)
})

test.each([
  ['shell', ['mfe-payouts × shell', 'mfe-tips × shell']],
  ['mfe-tips', ['mfe-tips × shell']],
])('rejects the rollback of only %s of a set, and reports the pairs that conflict', async (name, pairs) => {
  expect(await withdrawConflicts(name)).toEqual(pairs)
  expect(await live()).toEqual(['s2', 't2', 'p2'])
})

test('rolls a remote that was released again back by one release by itself, and by two with its set', async () => {
  await releases.putLive(payouts({ version: 'p3', shared: nextShared }))
  expect(await withdrawConflicts('shell', 'mfe-tips', 'mfe-payouts')).toEqual(['mfe-payouts × shell'])
  await withdraw(releases.store, ['mfe-payouts'])
  expect(await live()).toEqual(['s2', 't2', 'p2'])
})

test('rolls a name that is given twice back by two releases', async () => {
  await releases.putLive(payouts({ version: 'p3', shared: nextShared }))
  await withdraw(releases.store, ['shell', 'mfe-tips', 'mfe-payouts', 'mfe-payouts'])
  expect(await live()).toEqual(['s1', 't1', 'p1'])
})

/** Through the gate. */
function release(...files: Release[]): Promise<Registry> {
  return publish(releases.store, files.map(releases.build), 'release', released)
}

const nextShell = (version: string) => shell({ version, shared: nextShared })
const nextPayouts = payouts({ version: 'p3', shared: nextShared })

test('rolls a remote back with the shell of its set, even when names and versions are equal', async () => {
  await release(nextPayouts, nextShell('s3'))
  expect(await withdrawConflicts('shell')).toEqual(['mfe-payouts × shell'])
  await withdraw(releases.store, ['shell', 'mfe-payouts'])
  expect(await live()).toEqual(['s2', 't2', 'p2'])
})

test('allows a rollback of the shell to the releases that a live remote was checked with, and to no older one', async () => {
  await release(nextShell('s3'))
  await release(nextShell('s4'))
  await release(nextPayouts)
  await withdraw(releases.store, ['shell'])
  expect(await live()).toEqual(['s3', 't2', 'p3'])
  expect(await withdrawConflicts('shell')).toEqual(['mfe-payouts × shell'])
})

test('rolls the shell back together with a remote that uses what is new in it', async () => {
  const added = { [button]: ['Button', 'ButtonLink', 'IconButton'] }
  await release({ ...nextShell('s3'), gives: added })
  await release({ ...nextPayouts, uses: { [button]: ['IconButton'] } })
  expect(await withdrawConflicts('shell')).toEqual(['mfe-payouts × shell'])
  await withdraw(releases.store, ['shell', 'mfe-payouts'])
  expect(await live()).toEqual(['s2', 't2', 'p2'])
})

test('rejects the rollback of a first release, and reports that', async () => {
  await releases.putLive(payouts({ name: 'mfe-settings', version: 'x1', paths: ['/settings'], shared: nextShared }))
  expect(await withdrawConflicts('shell', 'mfe-tips', 'mfe-payouts')).toEqual(['mfe-settings × shell'])
  const rollback = withdraw(releases.store, ['shell', 'mfe-tips', 'mfe-payouts', 'mfe-settings'])
  await expect(rollback).rejects.toThrow(/^mfe-settings has no previous release: /)
})

test('allows a rollback that leaves a link to a missing page', async () => {
  await releases.putLive(payouts({ version: 'p3', shared: nextShared, paths: ['/out', '/out/new'] }))
  await releases.putLive(tips({ version: 't3', shared: nextShared, addresses: ['/out/new'] }))
  await withdraw(releases.store, ['mfe-payouts'])
  expect(await live()).toEqual(['s2', 't3', 'p2'])
})

test('rejects a rollback after which two remotes have one page', async () => {
  await releases.putLive(tips({ version: 't3', shared: nextShared, paths: ['/'] }))
  await releases.putLive(payouts({ version: 'p3', shared: nextShared, paths: ['/out', '/billing'] }))
  expect(await withdrawConflicts('mfe-tips')).toEqual(['mfe-payouts × mfe-tips'])
  await withdraw(releases.store, ['mfe-tips', 'mfe-payouts'])
  expect(await live()).toEqual(['s2', 't2', 'p2'])
})

test('ends only the canary first, and rolls the release back then', async () => {
  await startCanary('t3')
  const { names } = await withdraw(releases.store, ['mfe-tips'])
  expect(names['mfe-tips']).toMatchObject({ current: { version: 't2' } })
  expect(names['mfe-tips']?.canary).toBeUndefined()
})

test('leaves the current release when the canary is ended by the portal at the same moment', async () => {
  await releases.putLive(tips({ version: 't3', shared: nextShared }))
  await startCanary('t4')
  const { store } = releases
  let isFirst = true
  const slow: typeof store = {
    ...store,
    async addRegistry(sequence, text) {
      if (isFirst) await changeRegistry(store, 'the canary fails', (names) => canaryEnded(names, 'mfe-tips'))
      isFirst = false
      return await store.addRegistry(sequence, text)
    },
  }
  await expect(withdraw(slow, ['mfe-tips'])).rejects.toThrow(/^Refused: mfe-tips has changed meanwhile/)
  expect(await live()).toEqual(['s2', 't3', 'p2'])
})

async function startCanary(version: string): Promise<void> {
  const pointer = await releases.put(tips({ version, shared: nextShared }))
  await changeRegistry(releases.store, 'test', (names) => canaryStarted(names, 'mfe-tips', pointer, { percent: 10 }))
}
