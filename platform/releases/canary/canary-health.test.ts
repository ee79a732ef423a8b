import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { expect, test } from 'vitest'
import { isWorse } from './canary-health.ts'

/** A release that `reporters` users from different restaurants have run once each. */
const users = (reporters: number, failed_reporters: number, change: Partial<ReleaseHealth> = {}): ReleaseHealth => ({
  remote: 'mfe-tips',
  version: '1',
  starts: reporters,
  errors: failed_reporters,
  load_failures: 0,
  csp_violations: 0,
  reporters,
  failed_reporters,
  restaurants: reporters,
  failed_restaurants: failed_reporters,
  all_restaurants: 1000,
  failed_share: failed_reporters / reporters,
  p75: {},
  first_seen: '2026-11-21T12:00:00Z',
  last_seen: '2026-11-21T12:00:00Z',
  ...change,
})

test.each([
  ['no report of it', undefined, users(100, 0), false],
  ['too few starts to say', users(19, 19), users(100, 0), false],
  ['as good as the current one', users(100, 2), users(1000, 20), false],
  ['within the margin', users(100, 5), users(1000, 0), false],
  ['worse than the margin', users(100, 6), users(1000, 0), true],
  ['as bad as the current one', users(100, 30), users(1000, 300), false],
  ['it does not even start', users(20, 20, { starts: 0, errors: 0, load_failures: 20 }), users(1000, 0), true],
  ['no report of the current one', users(100, 6), undefined, true],
  ['five users, for whom it fails each time', users(5, 5, { starts: 20, errors: 20 }), users(1000, 0), true],
  ['one user who reports a thousand failures', users(1, 1, { starts: 1000, errors: 1000 }), users(1000, 0), false],
  ['two users among twenty who report failures', users(20, 2, { errors: 1000 }), users(1000, 0), false],
  ['one user who reports a thousand good starts of a bad one', users(6, 5, { starts: 1010 }), users(1000, 0), true],
  ['one user who reports failures of the current one', users(20, 10), users(100, 1, { errors: 10_000 }), true],
  ['an API of the previous version', { ...users(100, 100), failed_share: undefined }, undefined, false],
  [
    'five accounts of one restaurant',
    users(5, 5, { restaurants: 1, failed_restaurants: 1, starts: 20 }),
    undefined,
    false,
  ],
  [
    'five accounts of two restaurants',
    users(5, 5, { restaurants: 2, failed_restaurants: 2, starts: 20 }),
    undefined,
    false,
  ],
  ['three of three restaurants', users(20, 3), undefined, true],
  [
    'one of two restaurants that the portal has',
    users(20, 3, { failed_restaurants: 1, all_restaurants: 2 }),
    undefined,
    true,
  ],
  [
    'one of three restaurants that it has',
    users(20, 3, { failed_restaurants: 1, all_restaurants: 3 }),
    undefined,
    false,
  ],
  [
    'good starts of fifty accounts of one restaurant',
    users(60, 10, { restaurants: 11, failed_share: 10 / 11 }),
    undefined,
    true,
  ],
  [
    'failures of fifty accounts of one restaurant',
    users(150, 50, { failed_restaurants: 1, failed_share: 0.01 }),
    undefined,
    false,
  ],
])('%s', (_, canary, current, worse) => {
  expect(isWorse(canary, current)).toBe(worse)
})
