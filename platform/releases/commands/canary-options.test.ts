import { expect, test } from 'vitest'
import { accountHash } from '../for-browser.ts'
import type { CanaryShare } from '../registry.ts'
import { canaryShare, describeShare } from './canary-options.ts'

const tips = [{ name: 'mfe-tips' }]
const user = '5e6c2d1a-9b7f-4c3e-8d20-6a1b0c9f7e34'
const [first, second] = ['7dbba0f6-c0f9-4e3e-b307-b5010c9dd5c1', '0b9cbb3e-3f06-4d4f-8a47-1f5f4a1f3c52']

test.each<[string, Parameters<typeof canaryShare>[0], CanaryShare, string]>([
  ['browsers', { percent: '10' }, { percent: 10 }, '10 % of the browsers'],
  [
    'restaurants',
    { restaurants: `${first.toUpperCase()},${second}` },
    { percent: 0, audience: { restaurants: [first, second] } },
    '2 restaurants',
  ],
  [
    'accounts, only by hashes, and browsers',
    { accounts: user, percent: '5' },
    { percent: 5, audience: { accounts: [accountHash(user)] } },
    '5 % of the browsers and 1 account',
  ],
])('a canary is for %s', (_, given, share, text) => {
  expect(canaryShare(given, tips)).toEqual(share)
  expect(describeShare(share)).toBe(text)
  expect(JSON.stringify(share)).not.toContain(user)
})

test.each([
  ['a share of all', { percent: '100' }, tips, '--percent is 1 to 99'],
  ['no number', { percent: 'half' }, tips, '--percent is 1 to 99'],
  ['no decimal number', { percent: '0x10' }, tips, '--percent is 1 to 99'],
  ['a share of none', { percent: '0' }, tips, '--percent is 1 to 99'],
  ['no audience', { restaurants: '' }, tips, 'Say --percent'],
  ['the shell', { percent: '10' }, [{ name: 'shell' }], 'The shell has no canary'],
  ['several', { restaurants: first }, [...tips, { name: 'mfe-team' }], 'A canary is of one remote'],
  [
    'a name instead of an id',
    { restaurants: 'Старый мост' },
    tips,
    'Старый мост is no id. A restaurant is named here by its id, which operators read: `npm run admin -- restaurant list`',
  ],
  ['a number instead of an id', { restaurants: `${first},2` }, tips, '2 is no id. A restaurant is'],
  [
    'a phone instead of an id',
    { accounts: '+79161234567' },
    tips,
    '+79161234567 is no id. A user is named here by the id, which operators read: `npm run admin -- user show <phone>`',
  ],
])('a canary is not possible for %s', (_, given, selections, reason) => {
  expect(() => canaryShare(given, selections)).toThrow(reason)
})

test('a release without an option is no canary', () => {
  expect(canaryShare({}, tips)).toBeUndefined()
})
