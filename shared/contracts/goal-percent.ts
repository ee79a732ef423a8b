import type { Goal } from './profile.ts'

/** `{ amount: 100, earned: 29.99 }` → 29: the whole percent of a goal that is earned, 100 at most. */
export function goalPercent({ amount, earned }: Pick<Goal, 'amount' | 'earned'>): number {
  // Computes with kopecks, because 0.29 × 100 is 28.999999999999996.
  return Math.min(100, Math.floor(Math.round(earned * 100) / amount))
}
