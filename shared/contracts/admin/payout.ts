import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { noCardNumber } from '../free-text.ts'
import { Rubles } from '../money.ts'
import { Payout, PayoutStatus } from '../payout.ts'
import { Decision, Reason } from './reason.ts'
import { PayoutProvider } from './restaurant.ts'

const Time = z.iso.datetime({ offset: true })

/** A response of the bank. `none`: the call failed. `lost`: the process ended before the response was recorded. */
export const BankResponseKind = z.enum(['accepted', 'paid', 'declined', 'unknown', 'none', 'under_way', 'lost'])

/** What operators decide about a withdrawal in place of its bank. */
export const PayoutDecision = z.object({
  /** `paid`: the bank has the money; `returned`: it is on the balance again. */
  outcome: z.enum(['paid', 'returned']),
  /** `open`: not booked yet, and the withdrawal is not sent meanwhile; `overtaken`: the bank decided first. */
  state: z.enum(['open', 'done', 'retracted', 'overtaken']),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: Time,
  /** Another operator, if the amount is above the limit. */
  confirmed_by: z.nullable(z.string()),
  /** When it can be booked at the earliest. */
  effective_at: Time,
  closed_by: z.nullable(z.string()),
  closed_at: z.nullable(Time),
})
export type PayoutDecision = z.infer<typeof PayoutDecision>

/** A withdrawal or a transfer as operators see it. Rubles. */
export const PayoutRecord = z.object({
  id: z.string(),
  number: z.string(),
  kind: Payout.shape.kind,
  status: PayoutStatus,
  /** `open`: held for an operator, and not sent to a bank yet. */
  review: z.nullable(z.enum(['open', 'released', 'rejected'])),
  amount: Rubles,
  fee: Rubles,
  /** The part of the fee that the restaurant bears. */
  restaurant_fee: Rubles,
  /** What arrives. */
  net: Rubles,
  user_id: z.string(),
  employee_id: z.string(),
  name: z.string(),
  restaurant: z.object({ id: z.string(), name: z.string() }),
  destination: z.string(),
  /** The adapter, the system that decides, and its id of the payment; null until it is known. */
  provider: z.nullable(PayoutProvider),
  bank: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  rrn: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: Time,
  /** When the first attempt was made. */
  sent_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  /** From the order until its completion, or until now. */
  age_seconds: z.int(),
  attempts: z.int(),
  /** Null if no further attempt follows. */
  next_attempt_at: z.nullable(Time),
  /** What the bank has responded last, and why there is no response. */
  last_response: z.nullable(BankResponseKind),
  last_error: z.nullable(z.string()),
  /** The newest decision. */
  decision: z.nullable(PayoutDecision),
})
export type PayoutRecord = z.infer<typeof PayoutRecord>

/** After so many seconds an unfinished payout is stuck, unless it is held for review. */
export const STUCK_SECONDS = 600

/** Newest first, but stuck ones oldest first. 404 for an unknown employee. */
export const listPayoutRecords = endpoint({
  method: 'GET',
  path: '/admin/payouts',
  summary: 'Withdrawals and transfers',
  access: 'admin',
  query: z.object({
    stuck: z.optional(z.literal('yes')),
    /** Only payouts with an open decision. */
    proposed: z.optional(z.literal('yes')),
    /** At least so many seconds since the order; 600 by default for stuck ones. */
    age: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
    status: z.optional(PayoutStatus),
    user: z.optional(z.string()),
    /** The employee's own id, or the external id. */
    employee: z.optional(z.string()),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
  }),
  response: items(PayoutRecord),
})

const params = z.object({ id: z.string() })

export const showPayoutRecord = endpoint({
  method: 'GET',
  path: '/admin/payouts/:id',
  summary: 'One withdrawal or transfer',
  access: 'admin',
  params,
  response: PayoutRecord,
})

/** One call of the bank: what was requested, by whom, and the response. It has no secret and no phone. */
export const PayoutCall = z.object({
  /** The number of the worker’s attempt; null for a call of an operator or of the bank. */
  attempt: z.nullable(z.int()),
  /** `worker`, `bank`, or the name of the operator. */
  by: z.string(),
  at: Time,
  /** `callback`: reported by the bank itself; null where nothing was recorded. */
  call: z.nullable(z.enum(['send', 'status', 'callback'])),
  response: BankResponseKind,
  /** Milliseconds. */
  ms: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  rrn: z.nullable(z.string()),
  /** Why it was declined, or why there is no response. */
  detail: z.nullable(z.string()),
})
export type PayoutCall = z.infer<typeof PayoutCall>

export const listPayoutCalls = endpoint({
  method: 'GET',
  path: '/admin/payouts/:id/attempts',
  summary: 'What was requested of the bank about a withdrawal, newest first',
  access: 'admin',
  params,
  response: items(PayoutCall),
})

/** What the bank has responded, null where it was not asked, and the withdrawal after it. */
export const PayoutAnswer = z.object({ call: z.nullable(PayoutCall), payout: PayoutRecord })
export type PayoutAnswer = z.infer<typeof PayoutAnswer>

/**
 * Requests the status immediately and books what the bank has decided. If it has not, the next attempt follows
 * immediately. Also of one that is finished: a response that contradicts it is a difference of the reconciliation. 404;
 * 409 `not_at_bank`: a transfer, or no provider has it yet; 409 `in_review`; 409 `delivery_under_way`: a request of the
 * worker is under way, try again.
 */
export const askAboutPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/ask',
  summary: 'Request the status of a withdrawal from its bank',
  access: 'admin',
  params,
  body: z.strictObject({ reason: z.optional(Reason) }),
  response: PayoutAnswer,
})

export const NewPayoutDecision = z.strictObject({
  outcome: PayoutDecision.shape.outcome,
  reason: Reason,
  /** The number by which the recipient’s bank knows the payment, for the receipt. */
  rrn: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{6,64}$/), noCardNumber())),
})

/**
 * The bank is asked first, and what it has decided is booked instead. Above what one operator may decide in 24
 * hours (`PAYOUT_DECISION_LIMIT`) the first request proposes, and the same request of another operator confirms; a
 * return of what was sent is booked ten minutes after it was proposed at the earliest, when the request is repeated.
 * Repeating it changes nothing else. 404; 409 `payout_finished`; 409 `other_decision`: the opposite is proposed; 409
 * `bank_undecided`: the bank has it and may still pay; 409 `bank_does_not_know`: it was not paid; 409 `not_at_bank`,
 * `in_review`, `delivery_under_way`.
 */
export const decideAboutPayout = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/decide',
  summary: 'Decide about a withdrawal in place of its bank',
  access: 'admin',
  params,
  body: NewPayoutDecision,
  response: PayoutAnswer,
})

/** Takes an open decision back: the withdrawal is sent again. 404; 409 `no_decision`, `delivery_under_way`. */
export const retractPayoutDecision = endpoint({
  method: 'POST',
  path: '/admin/payouts/:id/retract-decision',
  summary: 'Retract a decision that is not booked',
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
 * Sends a held withdrawal to the bank, and a held transfer's money to the colleague. Above what one operator decides
 * about without another one in 24 hours (`PAYOUT_DECISION_LIMIT`) it needs two. 404; 409 `not_in_review`: it was
 * never held, or the other decision was made; 409 `payer_disabled`, `recipient_disabled`: reject it, or unblock the
 * person first.
 */
export const releasePayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/release',
  summary: 'Release a withdrawal or a transfer that is held for review',
  mayBeProposed: true,
})

/** Returns the money of a held withdrawal or transfer to the balance. 404; 409 `not_in_review`, as above. */
export const rejectPayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/reject',
  summary: 'Reject a withdrawal or a transfer that is held for review',
})
