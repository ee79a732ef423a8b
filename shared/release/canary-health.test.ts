import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { expect, test } from 'vitest'
import { doesWorse } from './canary-health.ts'

/** A release that so many users have run once each. */
const users = (reporters: number, failed_reporters: number, change: Partial<ReleaseHealth> = {}): ReleaseHealth => ({
  remote: 'mfe-tips',
  version: '1',
  starts: reporters,
  errors: failed_reporters,
  load_failures: 0,
  csp_violations: 0,
  reporters,
  failed_reporters,
  p75: {},
  first_seen: '2026-11-21T12:00:00Z',
  last_seen: '2026-11-21T12:00:00Z',
  ...change,
})

test.each([
  ['nobody reported of it', undefined, users(100, 0), false],
  ['too few starts to say', users(19, 19), users(100, 0), false],
  ['as good as the current one', users(100, 2), users(1000, 20), false],
  ['within the margin', users(100, 5), users(1000, 0), false],
  ['worse than the margin', users(100, 6), users(1000, 0), true],
  ['as bad as the current one', users(100, 30), users(1000, 300), false],
  ['it does not even start', users(20, 20, { starts: 0, errors: 0, load_failures: 20 }), users(1000, 0), true],
  ['nobody reported of the current one', users(100, 6), undefined, true],
  ['five users, for whom it fails each time', users(5, 5, { starts: 20, errors: 20 }), users(1000, 0), true],
  ['one user who reports a thousand failures', users(1, 1, { starts: 1000, errors: 1000 }), users(1000, 0), false],
  ['two users among twenty who report failures', users(20, 2, { errors: 1000 }), users(1000, 0), false],
  ['one user who reports a thousand good starts of a bad one', users(6, 5, { starts: 1010 }), users(1000, 0), true],
  ['one user who reports failures of the current one', users(20, 10), users(100, 1, { errors: 10_000 }), true],
  ['an API of the version before', { ...users(100, 100), reporters: undefined }, undefined, false],
])('%s', (_, canary, current, worse) => {
  expect(doesWorse(canary, current)).toBe(worse)
})
