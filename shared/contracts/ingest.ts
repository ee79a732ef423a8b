import * as z from 'zod/mini'
import { Moment } from './day.ts'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'
import { tidyLines, withoutPiles } from './tidy-text.ts'

// Calls of other systems. They are separate from tips.ts, because pages would load their schemas too.

/** An id of the restaurant's own systems, which an operator has set here (`external_id`). */
export const ExternalId = z.string().check(z.minLength(1), z.maxLength(100))

/** Cleans what guests write, because it cannot be rejected. */
const readable = (text: string) => withoutPiles(tidyLines(text))

const Tip = z.strictObject({
  external_id: ExternalId,
  employee_id: z.optional(z.string()),
  restaurant: z.optional(ExternalId),
  employee: z.optional(ExternalId),
  amount: Rubles.check(z.positive(), z.maximum(1_000_000)),
  paid_at: Moment,
  status: z._default(z.enum(['pending', 'completed']), 'completed'),
  rating: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  comment: z.optional(z.string().check(z.maxLength(500), z.overwrite(readable))),
})

/**
 * A guest's tip as the payment side books it. The same `external_id` again changes nothing, except that `pending` may
 * become `completed`. The receiver is `restaurant` and `employee` by their external ids, or our `employee_id`.
 */
export const IncomingTip = Tip.check(
  z.refine(
    ({ employee_id, restaurant, employee }) =>
      employee_id === undefined
        ? restaurant !== undefined && employee !== undefined
        : restaurant === undefined && employee === undefined,
    { path: ['employee'], params: { code: 'receiver_required' } },
  ),
)
export type IncomingTip = z.infer<typeof IncomingTip>

export const ingestTips = endpoint({
  method: 'POST',
  path: '/ingest/tips',
  summary: 'Book guests’ tips; idempotent by external_id, at most 1,000 a call, all or none',
  access: 'service',
  priority: 'money',
  body: z.strictObject({ tips: z.array(IncomingTip).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({ booked: z.int(), repeated: z.int() }),
})

/**
 * What a till corrects of a booked tip, or a guest takes back. `change` is added to the tip: below zero it is taken
 * from the employee. A chargeback above zero is one that the guest has lost.
 * The same `external_id` again changes nothing.
 */
export const TipAdjustment = z.strictObject({
  external_id: ExternalId,
  /** The `external_id` of the tip. */
  tip: ExternalId,
  kind: z.enum(['correction', 'chargeback']),
  change: Rubles.check(
    z.minimum(-1_000_000),
    z.maximum(1_000_000),
    z.refine((rubles) => Math.round(rubles * 100) !== 0),
  ),
  /** A text for the employee, in Russian. */
  reason: z.optional(z.string().check(z.maxLength(200), z.overwrite(readable))),
})
export type TipAdjustment = z.infer<typeof TipAdjustment>

/**
 * Together a tip is never below zero: 422 `more_than_tip`. 422 `unknown_tip`; `unknown_employee` for a change above
 * zero where the user has deleted the account; 409 `adjustment_changed`.
 */
export const adjustTips = endpoint({
  method: 'POST',
  path: '/ingest/adjustments',
  summary: 'Correct booked tips or take them back; idempotent by external_id, at most 1,000 a call, all or none',
  access: 'service',
  priority: 'money',
  body: z.strictObject({ adjustments: z.array(TipAdjustment).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({ booked: z.int(), repeated: z.int() }),
})

/** At most 100 tips or adjustments. `timestamp` is for the sender's log. */
export const TipEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('tips.booked'),
    timestamp: z.optional(Moment),
    data: z.strictObject({ tips: z.array(IncomingTip).check(z.minLength(1), z.maxLength(100)) }),
  }),
  z.strictObject({
    type: z.literal('tips.adjusted'),
    timestamp: z.optional(Moment),
    data: z.strictObject({ adjustments: z.array(TipAdjustment).check(z.minLength(1), z.maxLength(100)) }),
  }),
])
export type TipEvent = z.infer<typeof TipEvent>

/**
 * Like the calls under `/ingest/…`, but signed as https://www.standardwebhooks.com describes; each attempt needs a new
 * signature. 401 `unauthorized`: a wrong signature. 401 `stale_message`: signed more than five minutes ago. 409
 * `replayed_message`: this id with this time was accepted before.
 */
export const receiveTipEvent = endpoint({
  method: 'POST',
  path: '/webhooks/tips',
  summary: 'Book or adjust tips by a signed message; all or none',
  access: 'webhook',
  priority: 'money',
  body: TipEvent,
  response: z.object({ booked: z.int(), repeated: z.int() }),
})
