import { beforeEach, expect, test } from 'vitest'
import type { Release } from '../../bundler/release.ts'
import { readRegistry } from '../releases.ts'
import { button, createTestReleases, nextShared, page, payouts, shell, tips } from '../testing/sample-releases.ts'
import { checkReleases } from './check-releases.ts'

const releases = createTestReleases()

beforeEach(() => releases.putLive(shell(), tips(), payouts()))

async function findProblems(...files: Release[]): Promise<string[]> {
  const { names } = await readRegistry(releases.store)
  const { problems } = await checkReleases(files, names, releases.store)
  return problems.map(({ text }) => text)
}

const nextShell = shell({ version: 's2', shared: nextShared })
const nextTips = tips({ version: 't2', shared: nextShared })
const nextPayouts = payouts({ version: 'p2', shared: nextShared })

test('accepts a new major version of a shared package when the shell and all remotes are released together', async () => {
  expect(await findProblems(nextShell, nextTips, nextPayouts)).toEqual([])
})

test('rejects a set in which one remote is missing', async () => {
  expect(await findProblems(nextShell, nextTips)).toEqual(['mfe-payouts p1 needs react ^19.3.1, shell s2 has 20.0.0'])
})

test('rejects a set in which one remote is unchanged', async () => {
  const unchanged = payouts({ version: 'p2' })
  expect(await findProblems(nextShell, nextTips, unchanged)).toEqual([
    'mfe-payouts p2 needs react ^19.3.1, shell s2 has 20.0.0',
  ])
})

test('rejects each release of the set by itself', async () => {
  expect(await findProblems(nextShell)).toHaveLength(2)
  expect(await findProblems(nextTips)).toEqual(['mfe-tips t2 needs react ^20.0.0, shell s1 has 19.3.1'])
})

test('accepts single releases after such a set, because earlier releases are no rollback targets', async () => {
  await releases.putLive(nextShell, nextTips, nextPayouts)
  expect(await findProblems({ ...nextShell, version: 's3' })).toEqual([])
  expect(await findProblems({ ...nextTips, version: 't3' })).toEqual([])
})

test('accepts a new export of the shell in a remote that is released with it', async () => {
  const richer = shell({ version: 's2', gives: { [button]: ['Button', 'ButtonLink', 'IconButton'] } })
  const first = tips({ version: 't2', uses: { [button]: ['IconButton'] } })
  expect(await findProblems(first)).toEqual([
    'mfe-tips t2 uses what shell s1 does not provide: IconButton of @portal/shared/ui/button',
  ])
  expect(await findProblems(richer, first)).toEqual([])
})

test('accepts the move of a page between two remotes of one set', async () => {
  const taker = payouts({ version: 'p2', paths: ['/out', '/transfer', '/billing'] })
  const giver = tips({ version: 't2', paths: ['/'] })
  expect(await findProblems(taker)).toEqual(['mfe-payouts p2: its path /billing belongs to mfe-tips'])
  expect(await findProblems(taker, giver)).toEqual([])
  await releases.putLive(taker, giver)
  expect(await findProblems({ ...taker, version: 'p3' })).toEqual([])
})

test('accepts the removal of a page and of the link to it in one set', async () => {
  const without = payouts({ version: 'p2', paths: ['/out'], routes: [page('/out/:id')] })
  const unlinked = tips({ version: 't2', addresses: [] })
  expect(await findProblems(without)).toEqual(['mfe-tips t1 leads to /out, which mfe-payouts p2 does not have'])
  expect(await findProblems(without, unlinked)).toEqual([])
  await releases.putLive(without, unlinked)
  expect(await findProblems({ ...without, version: 'p3' })).toEqual([])
})

test('rejects a set with one path in two remotes, or with a link to a missing page', async () => {
  const one = payouts({ version: 'p2', paths: ['/transfer'], addresses: ['/billing'] })
  const other = tips({ version: 't2', paths: ['/', '/transfer/new', '/billing'], routes: [] })
  expect(await findProblems(one, other)).toEqual([
    'mfe-payouts p2: its path /transfer belongs to mfe-tips',
    'mfe-tips t2: its path /transfer/new belongs to mfe-payouts',
    'mfe-payouts p2 leads to /billing, which mfe-tips t2 does not have',
  ])
})
