import { expect, test } from 'vitest'
import { withoutGap } from './invalidation.ts'

test.each([
  ['the next hint', 6, 7, 'tip'],
  ['the same hint again', 7, 7, 'tip'],
  ['a hint after a missing one', 5, 7, 'resync'],
])('%s', (_, last, seq, type) => {
  expect(withoutGap({ seq, type: 'tip' }, last)).toBe(type)
})
