import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Decision } from './reason.ts'

const decision = {
  method: 'POST',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: Decision,
  response: null,
} as const

/**
 * Sends a held withdrawal to the bank, and a held transfer's money to the colleague. 404; 409 `not_in_review`: it was
 * never held, or the other decision was made; 409 `payer_disabled`, `recipient_disabled`: reject it, or unblock the
 * person first.
 */
export const releasePayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/release',
  summary: 'Release a withdrawal or a transfer that is held for review',
})

/** Returns the money of a held withdrawal or transfer to the balance. 404; 409 `not_in_review`, as above. */
export const rejectPayout = endpoint({
  ...decision,
  path: '/admin/payouts/:id/reject',
  summary: 'Reject a withdrawal or a transfer that is held for review',
})
