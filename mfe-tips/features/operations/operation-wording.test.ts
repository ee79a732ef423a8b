import type { Operation } from '@portal/contracts/operation'
import { expect, test } from 'vitest'
import { statusTone } from './operation-wording.ts'

test.each([
  ['tip', 'completed', 'positive'],
  ['payout', 'completed', 'positive'],
  ['chargeback', 'completed', 'neutral'],
  ['correction_out', 'completed', 'neutral'],
  ['correction_in', 'completed', 'positive'],
  ['chargeback', 'pending', 'progress'],
  ['payout', 'canceled', 'negative'],
] as const)('%s, %s → %s', (type, status, tone) => {
  expect(statusTone({ type, status } as Operation)).toBe(tone)
})
