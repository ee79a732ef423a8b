import { expect, test } from 'vitest'
import type { ReleaseHealth } from '../contracts/telemetry.ts'
import { doesWorse } from './canary-health.ts'

const health = (starts: number, errors: number, load_failures = 0): ReleaseHealth => ({
  remote: 'mfe-tips',
  version: '1',
  starts,
  errors,
  load_failures,
  csp_violations: 0,
  p75: {},
  first_seen: '2026-11-21T12:00:00Z',
  last_seen: '2026-11-21T12:00:00Z',
})

test.each([
  ['nobody reported of it', undefined, health(100, 0), false],
  ['too few to say', health(19, 19), health(100, 0), false],
  ['as good as the current one', health(100, 2), health(1000, 20), false],
  ['within the margin', health(100, 5), health(1000, 0), false],
  ['worse than the margin', health(100, 6), health(1000, 0), true],
  ['as bad as the current one', health(100, 30), health(1000, 300), false],
  ['it does not even start', health(0, 0, 20), health(1000, 0), true],
  ['nobody reported of the current one', health(100, 6), undefined, true],
  ['several errors of each tab', health(100, 1000), health(1000, 990), false],
])('%s', (_, canary, current, worse) => {
  expect(doesWorse(canary, current)).toBe(worse)
})
