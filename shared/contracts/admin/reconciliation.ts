import * as z from 'zod/mini'
import { Day } from '../day.ts'
import { endpoint, items } from '../endpoint.ts'
import { Rubles } from '../money.ts'
import { Decision } from './reason.ts'
import { PayoutProvider } from './restaurant.ts'

/**
 * `missing`: we have paid, the provider has not. `foreign`: the provider has paid, and no payout of ours. `doubled`: a
 * second payment of one payout. `amount`, `status`: both have it, and differ.
 */
export const ReconciliationKind = z.enum(['missing', 'foreign', 'doubled', 'amount', 'status'])
export type ReconciliationKind = z.infer<typeof ReconciliationKind>

/** A difference between the provider and us. Rubles that arrive. */
export const ReconciliationLine = z.object({
  id: z.int(),
  provider: PayoutProvider,
  day: z.string(),
  kind: ReconciliationKind,
  payout_id: z.nullable(z.string()),
  /** The payment at the provider. */
  reference: z.nullable(z.string()),
  our_amount: z.nullable(Rubles),
  their_amount: z.nullable(Rubles),
  our_status: z.nullable(z.string()),
  their_status: z.nullable(z.string()),
  found_at: z.iso.datetime({ offset: true }),
  closed_at: z.nullable(z.iso.datetime({ offset: true })),
  /** The operator, or `portal` when the provider’s list does not have it any more. */
  closed_by: z.nullable(z.string()),
  close_reason: z.nullable(z.string()),
})
export type ReconciliationLine = z.infer<typeof ReconciliationLine>

/** The comparison of one day in Moscow. */
export const Reconciliation = z.object({
  id: z.int(),
  provider: PayoutProvider,
  day: z.string(),
  source: z.enum(['provider', 'statement']),
  /** How many the provider has, and we. */
  payments: z.int(),
  payouts: z.int(),
  /** Differences, and those without a decision. */
  differences: z.int(),
  open: z.int(),
  finished_at: z.iso.datetime({ offset: true }),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/admin/reconciliations',
  summary: 'Comparisons with the providers, the newest day first',
  access: 'admin',
  query: z.object({ provider: z.optional(PayoutProvider) }),
  response: items(Reconciliation),
})

/** Lists lines without a decision, or all lines of one comparison. 404 for an unknown comparison. */
export const listReconciliationLines = endpoint({
  method: 'GET',
  path: '/admin/reconciliation-lines',
  summary: 'Differences between a provider and us, the oldest first',
  access: 'admin',
  query: z.object({ reconciliation: z.optional(z.coerce.number().check(z.int())) }),
  response: items(ReconciliationLine),
})

/**
 * Compares a day again, or for the first time: with the provider's list, or with a statement in CSV, which is kept and
 * closes no difference. A provider with a list is compared by that list again. 422 `provider_not_configured`
 * for one that is not in the settings; 422 `no_list` for one without a list: it needs a statement; 422
 * `statement_invalid` on `statement`, with `line` and `column`; 502 `provider_unavailable`.
 */
export const runReconciliation = endpoint({
  method: 'POST',
  path: '/admin/reconciliations',
  summary: 'Compare a day with a provider',
  access: 'admin',
  body: z.strictObject({
    provider: PayoutProvider,
    day: Day,
    statement: z.optional(z.string().check(z.maxLength(3_000_000))),
  }),
  response: Reconciliation,
})

/** Needs two operators. 404; 409 `line_closed`: there is a decision already. */
export const closeReconciliationLine = endpoint({
  method: 'POST',
  path: '/admin/reconciliation-lines/:id/close',
  summary: 'Record the decision about a difference',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: Decision,
  response: ReconciliationLine,
  mayBeProposed: true,
})
