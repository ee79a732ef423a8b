import * as z from 'zod/mini'
import { maxCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { noCardNumber } from './free-text.ts'

const params = z.object({ id: z.string() })

/** The content of the audit line: who decided and why. */
export const OperatorDecision = z.strictObject({
  by: z.string().check(z.trim(), z.minLength(1), maxCharacters(100), noCardNumber()),
  reason: z.string().check(z.trim(), z.minLength(1), maxCharacters(500), noCardNumber()),
})
export type OperatorDecision = z.infer<typeof OperatorDecision>

const decision = { method: 'POST', access: 'service', params, body: OperatorDecision, response: null } as const

/**
 * The user's sessions and open pages end within a second; sign-in and recovery respond with 403 `account_disabled`.
 * Money stays where it is: tips come in, payouts on their way finish, nothing new can be ordered. 404 `not_found`.
 * Repeating it changes nothing, here and below.
 */
export const disableUser = endpoint({ ...decision, path: '/service/users/:id/disable', summary: 'Disable a user' })

/** The user can sign in again; earlier sessions stay ended. */
export const enableUser = endpoint({
  ...decision,
  path: '/service/users/:id/enable',
  summary: 'Enable a disabled user',
})

/** The restaurant disappears from the user's portal; the money in its wallet stays there. */
export const disableEmployee = endpoint({
  ...decision,
  path: '/service/employees/:id/disable',
  summary: 'Disable an employee of one restaurant',
})

export const enableEmployee = endpoint({
  ...decision,
  path: '/service/employees/:id/enable',
  summary: 'Enable a disabled employee',
})

/**
 * Sends a held withdrawal to the bank, and a held transfer's money to the colleague. 404; 409 `not_in_review`: it was
 * never held, or the other decision was made; 409 `payer_disabled`, `recipient_disabled`: reject it, or enable the
 * person first.
 */
export const releasePayout = endpoint({
  ...decision,
  path: '/service/payouts/:id/release',
  summary: 'Release a withdrawal or a transfer that is held for review',
})

/** Returns the money of a held withdrawal or transfer to the balance. 404; 409 `not_in_review`, as above. */
export const rejectPayout = endpoint({
  ...decision,
  path: '/service/payouts/:id/reject',
  summary: 'Reject a withdrawal or a transfer that is held for review',
})
