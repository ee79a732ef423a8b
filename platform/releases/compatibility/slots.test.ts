import { beforeEach, expect, test } from 'vitest'
import type { Release } from '../../bundler/release.ts'
import { readRegistry } from '../releases.ts'
import { createTestReleases, filling, offering, payouts, shell, tips } from '../testing/sample-releases.ts'
import { checkReleases } from './check-releases.ts'

const releases = createTestReleases()
const actions = 'tips.actions'

beforeEach(() => releases.putLive(shell(), tips(offering(actions)), payouts(filling(actions))))

async function findProblems(...files: Release[]): Promise<string[]> {
  const { names } = await readRegistry(releases.store)
  const { problems } = await checkReleases(files, names, releases.store)
  return problems.map(({ text }) => text)
}

const nextTips = (...slots: string[]) => tips({ version: 't2', ...offering(...slots) })
const nextPayouts = (...slots: string[]) => payouts({ version: 'p2', ...filling(...slots) })

test('accepts a remote that fills a slot, and a page that offers another one', async () => {
  expect(await findProblems(nextPayouts(actions))).toEqual([])
  expect(await findProblems(nextTips(actions, 'tips.other'))).toEqual([])
})

test('accepts a remote that fills a slot before a page offers it, or that stops filling one', async () => {
  expect(await findProblems(nextPayouts(actions, 'tips.later'))).toEqual([])
  expect(await findProblems(nextPayouts())).toEqual([])
})

test('rejects a page without a slot as long as a live release fills that slot', async () => {
  const problem = 'mfe-payouts p1 fills slot tips.actions, which mfe-tips t2 does not have'
  expect(await findProblems(nextTips())).toEqual([problem])
  expect(await findProblems(nextTips(), nextPayouts())).toEqual([])
  await releases.putLive(nextPayouts())
  // One rollback makes this release live again.
  expect(await findProblems(nextTips())).toEqual([problem])
  await releases.putLive(payouts({ version: 'p3' }))
  expect(await findProblems(nextTips())).toEqual([])
})

test('rejects a second remote that fills a slot of one filler', async () => {
  const settings = payouts({ name: 'mfe-settings', paths: ['/settings'], ...filling(actions) })
  expect(await findProblems(settings)).toContain('mfe-settings p1: slot tips.actions is filled by mfe-payouts')
})

test('accepts several remotes that fill a shared slot, up to a weight together', async () => {
  const account = 'settings.account'
  await releases.putLive(nextPayouts(actions, account))
  const team = (files: number) => {
    const { slots, ...rest } = filling(account)
    const part = {
      ...slots?.[account],
      files: Array.from({ length: files }, (_, index) => `${index}.js`),
      consumes: [],
    }
    const bytes = Object.fromEntries([['entry.js', 1], ...part.files.map((file) => [file, 4_000])])
    return payouts({
      name: 'mfe-team',
      paths: ['/team'],
      ...rest,
      slots: { [account]: part },
      bytes,
      budget: { entry: 1, page: 60_000, slot: 10_000 },
    })
  }
  expect(await findProblems(team(1))).toEqual([])
  expect(await findProblems(team(2))).toEqual([
    'slot settings.account may weigh 10000 bytes; what mfe-payouts, mfe-team fill it with weighs 13000',
  ])
})

test('rejects a release without code for a slot that its manifest fills', async () => {
  expect(await findProblems({ ...nextPayouts(actions), slots: {} })).toEqual([
    'mfe-payouts p2: it has nothing for slot tips.actions, which its manifest fills',
  ])
})

test('rejects a slot under the name of another remote', async () => {
  expect(await findProblems(nextTips(actions, 'payouts.form'))).toEqual([
    'mfe-tips t2: its slot payouts.form has to begin with tips.',
  ])
})

test.each([
  [{ entry: 7_000, page: 6_000, slot: 4_999 }, 'weighs 5000 bytes, its budget is 4999'],
  [{ entry: 7_000, page: 6_000 }, 'weighs 5000 bytes, its budget is 0'],
])('rejects a slot over its budget, or without one', async (budget, problem) => {
  expect(await findProblems({ ...nextPayouts(actions), budget })).toEqual([
    `mfe-payouts p2: its slot tips.actions ${problem}`,
  ])
})

test('rejects an order in a slot that is not shared, or that the release does not fill', async () => {
  const fillOrder = { 'settings.account': 1, [actions]: 1 }
  const released = nextPayouts(actions)
  const next = { ...released, manifest: { ...released.manifest, fillOrder } }
  expect(await findProblems(next)).toEqual(
    Object.keys(fillOrder).map(
      (slot) => `mfe-payouts p2: fillOrder has ${slot}, which is not a shared slot that it fills`,
    ),
  )
})
