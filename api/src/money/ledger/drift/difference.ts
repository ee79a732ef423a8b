/**
 * The kinds of differences that the check for drift finds.
 * - `transfers`: a transfer lacks one of its two entries.
 * - `tips`: a tip differs from its transfer in the amount or the employee.
 * - `accounts`: a balance is not the sum of its entries.
 * - `in_flight`: the account of payouts in flight does not match those payouts.
 * - `days`: the transfers of a closed day have changed since it was verified.
 * - `rewritten`: rows of an append-only table were changed or deleted; which rows is not known yet.
 */
export type DriftCheck = (typeof driftChecks)[number]
export const driftChecks = ['transfers', 'tips', 'accounts', 'in_flight', 'days', 'rewritten'] as const

/** `expected` and `found` are named amounts in kopecks, or counts. */
export type Drift = { check: DriftCheck; subject: string; expected: object; found: object }
