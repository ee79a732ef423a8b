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

test('accepts what fills a slot, and a page that offers another one', async () => {
  expect(await findProblems(nextPayouts(actions))).toEqual([])
  expect(await findProblems(nextTips(actions, 'tips.other'))).toEqual([])
})

test('accepts what fills a slot before a page offers it, and ends to fill one', async () => {
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

test('rejects a second remote that fills a slot', async () => {
  const settings = payouts({ name: 'mfe-settings', paths: ['/settings'], ...filling(actions) })
  expect(await findProblems(settings)).toContain('mfe-settings p1: slot tips.actions is filled by mfe-payouts')
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
