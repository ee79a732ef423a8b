import { expect, test } from 'vitest'
import { accountHash } from '../audience.ts'
import { canaryShare, describeShare } from './canary-options.ts'

const tips = [{ name: 'mfe-tips' }]

test.each([
  ['browsers', { percent: '10' }, { percent: 10 }, '10 % of the browsers'],
  ['restaurants', { restaurants: 'r1,r2' }, { percent: 0, audience: { restaurants: ['r1', 'r2'] } }, '2 restaurants'],
  [
    'accounts, by hashes alone, and browsers',
    { accounts: 'u1', percent: '5' },
    { percent: 5, audience: { accounts: [accountHash('u1')] } },
    '5 % of the browsers and 1 account',
  ],
])('a canary is for %s', (_, given, share, text) => {
  expect(canaryShare(given, tips)).toEqual(share)
  expect(describeShare(share)).toBe(text)
  expect(JSON.stringify(share)).not.toContain('u1')
})

test.each([
  ['a share of all', { percent: '100' }, tips, '--percent is 1 to 99'],
  ['no number', { percent: 'half' }, tips, '--percent is 1 to 99'],
  ['a share of none', { percent: '0' }, tips, '--percent is 1 to 99'],
  ['no audience', { restaurants: '' }, tips, 'Say --percent'],
  ['the shell', { percent: '10' }, [{ name: 'shell' }], 'The shell has no canary'],
  ['several', { restaurants: 'r1' }, [...tips, { name: 'mfe-team' }], 'A canary is of one remote'],
  ['a name instead of an id', { restaurants: 'Старый мост' }, tips, 'Старый мост is no id'],
])('a canary is not possible for %s', (_, given, selections, reason) => {
  expect(() => canaryShare(given, selections)).toThrow(reason)
})

test('without an option there is no canary', () => {
  expect(canaryShare({}, tips)).toBeUndefined()
})
