import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { noCardNumber } from '../free-text.ts'
import { Rubles } from '../money.ts'
import { Payout, PayoutStatus } from '../payout.ts'
import { Decision, Reason } from './reason.ts'
import { PayoutProvider } from './restaurant.ts'

const Time = z.iso.datetime({ offset: true })

/**
 * A response of the bank. `none`: the call failed. `lost`: the process ended before it recorded the response.
 * `under_way`: the call has not ended.
 */
export const BankResponseKind = z.enum(['accepted', 'paid', 'declined', 'unknown', 'none', 'under_way', 'lost'])

/** The decision of operators about a withdrawal that its bank has not decided. */
export const PayoutDecision = z.object({
  /** `paid`: the money has left the portal. `returned`: the money is on the user's balance again. */
  outcome: z.enum(['paid', 'returned']),
  /** `open`: not booked yet; until then the withdrawal is not sent. `overtaken`: the bank decided first. */
  state: z.enum(['open', 'done', 'retracted', 'overtaken']),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: Time,
  /** Another operator, if the amount is above the limit. */
  confirmed_by: z.nullable(z.string()),
  /** The earliest time at which it can be booked. */
  effective_at: Time,
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(Time),
})
export type PayoutDecision = z.infer<typeof PayoutDecision>

/** A withdrawal or a transfer as operators see it. Amounts are in rubles. */
export const PayoutRecord = z.object({
  id: z.string(),
  number: z.string(),
  kind: Payout.shape.kind,
  status: PayoutStatus,
  /** `open`: held until an operator decides, and not sent to a bank yet. */
  review: z.nullable(z.enum(['open', 'released', 'rejected'])),
  amount: Rubles,
  fee: Rubles,
  /** The part of the fee that the restaurant bears. */
  restaurant_fee: Rubles,
  /** The amount that arrives. */
  net: Rubles,
  user_id: z.string(),
  employee_id: z.string(),
  name: z.string(),
  restaurant: z.object({ id: z.string(), name: z.string() }),
  destination: z.string(),
  /** The adapter, the bank that decides, and the bank's id of the payment (`reference`). Null until known. */
  provider: z.nullable(PayoutProvider),
  bank: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  rrn: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: Time,
  /** When the first attempt was made. */
  sent_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  /** The time from the order until its completion, or until now. */
  age_seconds: z.int(),
  attempts: z.int(),
  /** Null if no further attempt follows. */
  next_attempt_at: z.nullable(Time),
  /** The last response of the bank, or why there is none. */
  last_response: z.nullable(BankResponseKind),
  last_error: z.nullable(z.string()),
  /** The newest decision. */
  decision: z.nullable(PayoutDecision),
})
export type PayoutRecord = z.infer<typeof PayoutRecord>

/** An unfinished payout is stuck after this time, unless it is held for review. */
export const STUCK_SECONDS = 600

/** Lists the newest first, but with `stuck=yes` the oldest first. 404 for an unknown employee. */
export const listPayoutRecords = endpoint({
  method: 'GET',
  path: '/admin/payouts',
  summary: 'List withdrawals and transfers',
  access: 'admin',
  query: z.object({
    stuck: z.optional(z.literal('yes')),
    /** Only payouts with an open decision. */
    proposed: z.optional(z.literal('yes')),
    /** Only payouts that were ordered at least this number of seconds ago. With `stuck=yes`, 600 by default. */
    age: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
    status: z.optional(PayoutStatus),
    user: z.optional(z.string()),
    /** The id or the external id of the employee. */
    employee: z.optional(z.string()),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
  }),
  response: items(PayoutRecord),
})

const params = z.object({ id: z.string() })

export const showPayoutRecord = endpoint({
  method: 'GET',
  path: '/admin/payouts/:id',
  summary: 'Get one withdrawal or transfer',
  access: 'admin',
  params,
  response: PayoutRecord,
})

/** One call to the bank: what was requested, by whom, and the response. It contains no secret and no phone. */
export const PayoutCall = z.object({
  /** The number of the worker’s attempt. Null for a call by an operator or by the bank. */
  attempt: z.nullable(z.int()),
  /** `worker`, `bank`, or the name of the operator. */
  by: z.string(),
  at: Time,
  /** `callback`: the bank has called the portal. Null if it was not recorded. */
  call: z.nullable(z.enum(['send', 'status', 'callback'])),
  response: BankResponseKind,
  /** Milliseconds. */
  ms: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  rrn: z.nullable(z.string()),
  /** Why the bank has declined, or why there is no response. */
  detail: z.nullable(z.string()),
})
export type PayoutCall = z.infer<typeof PayoutCall>

export const listPayoutCalls = endpoint({
  method: 'GET',
  path: '/admin/payouts/:id/attempts',
  summary: 'List the calls to the bank about a withdrawal, newest first',
  access: 'admin',
  params,
  response: items(PayoutCall),
})

/** The response of the bank, null if it was not asked, and the withdrawal afterwards. */
export const PayoutAnswer = z.object({ call: z.nullable(PayoutCall), payout: PayoutRecord })
export type PayoutAnswer = z.infer<typeof PayoutAnswer>

/**
 * Requests the status immediately and books what the bank has decided. If the bank has not decided, the worker makes
 * its next attempt immediately. A finished withdrawal may be asked about, too: a response that contradicts it becomes a
 * difference of the reconciliation. 404 `not_found`. 409 `not_at_bank`: it is a transfer, or no provider has it yet.
 * 409 `in_review`. 409 `delivery_under_way`: the worker is calling the bank, so try again.
 */
export const askAboutPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/ask',
  callsProvider: true,
  summary: 'Ask the bank for the status of a withdrawal',
  access: 'admin',
  params,
  body: z.strictObject({ reason: z.optional(Reason) }),
  response: PayoutAnswer,
})

export const NewPayoutDecision = z.strictObject({
  outcome: PayoutDecision.shape.outcome,
  reason: Reason,
  /** The number of the payment at the recipient’s bank, for the receipt. */
  rrn: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{6,64}$/), noCardNumber())),
})

/**
 * Asks the bank first. If the bank has decided, its decision is booked instead. Above the amount that one operator may
 * decide about in 24 hours (the setting `PAYOUT_DECISION_LIMIT`), the first request only proposes the decision, and the
 * same request of another operator confirms it. The return of money that was sent to the bank must wait for ten minutes
 * after its proposal; repeat the request then. 404 `not_found`. 409 `payout_finished`. 409 `other_decision`: the
 * opposite is proposed. 409 `bank_undecided`: the bank has the payment and may still pay. 409 `bank_does_not_know`: the
 * bank does not have the payment, so it cannot be `paid`. 409 `own_payout`: it is from the account of the operator. 409
 * `not_at_bank`, `in_review`, `delivery_under_way`.
 */
export const decideAboutPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/decide',
  callsProvider: true,
  summary: 'Decide about a withdrawal that its bank does not decide',
  access: 'admin',
  params,
  body: NewPayoutDecision,
  response: PayoutAnswer,
})

/** The worker continues with the withdrawal. 404 `not_found`. 409 `no_decision`, `own_payout`, `delivery_under_way`. */
export const retractPayoutDecision = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/retract-decision',
  summary: 'Retract a decision about a withdrawal that is not booked yet',
  access: 'admin',
  params,
  body: Decision,
  response: PayoutRecord,
})

const decision = {
  method: 'POST',
  access: 'admin',
  params,
  body: Decision,
  response: null,
} as const

/**
 * Sends a held withdrawal to the bank, or the money of a held transfer to the colleague. Above the amount that one
 * operator may decide about in 24 hours (the setting `PAYOUT_DECISION_LIMIT`) it needs two operators. 404 `not_found`.
 * 409 `not_in_review`: it was never held, or was already rejected. 409 `own_payout`: it is from or to the account of
 * the operator. 409 `payer_disabled`, `recipient_disabled`: reject
 * it, or unblock the user first.
 */
export const releasePayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/release',
  summary: 'Release a withdrawal or a transfer that is held for review',
  mayBeProposed: true,
})

/**
 * Returns the money of a held withdrawal or transfer to the balance. 404 `not_found`. 409 `not_in_review`: it was never
 * held, or was already released. 409 `own_payout`: it is from or to the account of the operator.
 */
export const rejectPayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/reject',
  summary: 'Reject a withdrawal or a transfer that is held for review',
})
