import * as z from 'zod/mini'
import { Day } from '../day.ts'
import { endpoint, items } from '../endpoint.ts'
import { Rubles } from '../money.ts'
import { Decision } from './reason.ts'
import { PayoutProvider } from './restaurant.ts'

/**
 * How the provider's list differs from the portal's payouts. `missing`: the provider does not have the payment.
 * `foreign`: the provider has a payment that the portal did not order. `doubled`: the provider has a second payment of
 * one payout. `amount`, `status`: both have the payment, with different values.
 */
export const ReconciliationKind = z.enum(['missing', 'foreign', 'doubled', 'amount', 'status'])
export type ReconciliationKind = z.infer<typeof ReconciliationKind>

/** A difference between the provider and the portal. The amounts are rubles that arrive, without the fee. */
export const ReconciliationLine = z.object({
  id: z.int(),
  provider: PayoutProvider,
  day: z.string(),
  kind: ReconciliationKind,
  payout_id: z.nullable(z.string()),
  /** The provider's id of the payment. */
  reference: z.nullable(z.string()),
  our_amount: z.nullable(Rubles),
  their_amount: z.nullable(Rubles),
  our_status: z.nullable(z.string()),
  their_status: z.nullable(z.string()),
  found_at: z.iso.datetime({ offset: true }),
  closed_at: z.nullable(z.iso.datetime({ offset: true })),
  /** The operator, or `portal` if the provider’s list no longer has the difference. */
  closed_by: z.nullable(z.string()),
  close_reason: z.nullable(z.string()),
})
export type ReconciliationLine = z.infer<typeof ReconciliationLine>

/** The comparison of one day, which begins and ends by the clock of Moscow. */
export const Reconciliation = z.object({
  id: z.int(),
  provider: PayoutProvider,
  day: z.string(),
  source: z.enum(['provider', 'statement']),
  /** How many `payments` the provider has, and how many `payouts` the portal has. */
  payments: z.int(),
  payouts: z.int(),
  /** How many differences there are, and in `open`, how many of them have no decision. */
  differences: z.int(),
  open: z.int(),
  finished_at: z.iso.datetime({ offset: true }),
})
export type Reconciliation = z.infer<typeof Reconciliation>

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/admin/reconciliations',
  summary: 'List the comparisons with providers, the newest day first',
  access: 'admin',
  query: z.object({ provider: z.optional(PayoutProvider) }),
  response: items(Reconciliation),
})

/** Lists the differences without a decision, or all of one comparison. 404 for an unknown comparison. */
export const listReconciliationLines = endpoint({
  method: 'GET',
  path: '/admin/reconciliation-lines',
  summary: 'List the differences between providers and the portal, oldest first',
  access: 'admin',
  query: z.object({ reconciliation: z.optional(z.coerce.number().check(z.int())) }),
  response: items(ReconciliationLine),
})

/**
 * Compares a day for the first time or again, with the provider's list or with a `statement` in CSV. A statement is
 * stored and closes no differences; if the provider has a list, the day is compared with the list again later. 422
 * `provider_not_configured`: the provider is not in the settings. 422 `no_list`: the provider has no list, so send a
 * statement. 422 `statement_invalid` on `statement`, with `line` and `column`. 502 `provider_unavailable`.
 */
export const runReconciliation = endpoint({
  method: 'POST',
  path: '/admin/reconciliations',
  summary: 'Compare a day with a provider',
  access: 'admin',
  callsProvider: true,
  body: z.strictObject({
    provider: PayoutProvider,
    day: Day,
    statement: z.optional(z.string().check(z.maxLength(3_000_000))),
  }),
  response: Reconciliation,
})

/** Needs two operators. 404 `not_found`. 409 `line_closed`: there is already a decision. */
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
