import * as z from 'zod/mini'
import { Moment } from './day.ts'
import { endpoint } from './endpoint.ts'
import { Rubles } from './money.ts'
import { tidyLines, withoutPiles } from './tidy-text.ts'

// Calls of other systems: tills and payment services. They are not in tips.ts, because pages would load their schemas.

/**
 * An id from the sender's own system: of a tip, or of a restaurant or an employee, whose `external_id` an operator
 * sets.
 */
export const ExternalId = z.string().check(z.minLength(1), z.maxLength(100))

/** Cleans the texts of guests. A tip must not be rejected because of its comment. */
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
 * A guest's tip, in rubles. `external_id` is your id of the tip. Sending the same `external_id` again books nothing,
 * but a `pending` tip becomes `completed` when it is sent again with that status. Name the receiver either by
 * `restaurant` and `employee`, their external ids, or by `employee_id`, the portal's id of the employee. `paid_at` is
 * the time of the payment with its offset from UTC.
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

/**
 * Books all tips of the request or, after an error, none. The response counts new tips (`booked`) and those that were
 * booked before (`repeated`), so a request whose response was lost may be sent again.
 */
export const ingestTips = endpoint({
  method: 'POST',
  path: '/ingest/tips',
  summary: 'Book up to 1,000 tips of guests; safe to repeat, because each external_id is booked once',
  access: 'service',
  priority: 'money',
  body: z.strictObject({ tips: z.array(IncomingTip).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({ booked: z.int(), repeated: z.int() }),
})

/**
 * A change of a booked tip: a `correction` by the till, or a `chargeback` by the guest. `change` is added to the tip: a
 * negative change takes money from the employee. A positive chargeback returns the money after the guest has lost the
 * dispute. `external_id` is your id of the adjustment; sending the same one again changes nothing.
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
 * Books all adjustments of the request or, after an error, none. 422 `unknown_tip`. 422 `more_than_tip`: the
 * adjustments would make the tip negative. 422 `unknown_employee`: a positive change for a user who has deleted the
 * account. 409 `adjustment_changed`: this `external_id` was sent before with other content.
 */
export const adjustTips = endpoint({
  method: 'POST',
  path: '/ingest/adjustments',
  summary: 'Correct or take back up to 1,000 booked tips; safe to repeat, because each external_id is booked once',
  access: 'service',
  priority: 'money',
  body: z.strictObject({ adjustments: z.array(TipAdjustment).check(z.minLength(1), z.maxLength(1000)) }),
  response: z.object({ booked: z.int(), repeated: z.int() }),
})

/** A message with at most 100 tips or adjustments. The portal does not use `timestamp`. */
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
 * Does the same as `ingestTips` and `adjustTips`, but takes a message that is signed as
 * https://www.standardwebhooks.com describes, instead of a token. Sign each attempt again, with its own time. 401
 * `unauthorized`: the signature is wrong. 401 `stale_message`: the message was signed more than five minutes ago. 409
 * `replayed_message`: a message with this id and this time was accepted before.
 */
export const receiveTipEvent = endpoint({
  method: 'POST',
  path: '/webhooks/tips',
  summary: 'Book or adjust tips by a signed message',
  access: 'webhook',
  priority: 'money',
  body: TipEvent,
  response: z.object({ booked: z.int(), repeated: z.int() }),
})
