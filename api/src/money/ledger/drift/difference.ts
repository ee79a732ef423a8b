/**
 * What a check of drift has found. `transfers`: a transfer without its two entries. `tips`: a tip of another amount or employee.
 * `accounts`: a balance that is not the sum of its entries. `in_flight`: the money of payouts that are under way. `days`: what a closed
 * day had when it was proven. `rewritten`: rows of an append-only table were changed or deleted, and which is not known yet.
 */
export type DriftCheck = (typeof driftChecks)[number]
export const driftChecks = ['transfers', 'tips', 'accounts', 'in_flight', 'days', 'rewritten'] as const

/** Kopecks and counts by what they are. */
export type Drift = { check: DriftCheck; subject: string; expected: object; found: object }
