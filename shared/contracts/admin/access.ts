import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PasskeyRequestOptions } from '../passkey.ts'

/** A change that an operator is about to send with the session of an account. */
export const OperatorRequest = z.strictObject({
  method: z.enum(['POST', 'PATCH']),
  /** Below `/api/v1`, as it will be sent: `/admin/payouts/…/decide`. */
  path: z.string().check(z.regex(/^\/admin\/[^?#]+$/), z.maxLength(500)),
  /** The body as it will be sent. The order of its fields counts. */
  body: z.optional(z.unknown()),
})
export type OperatorRequest = z.infer<typeof OperatorRequest>

/**
 * For the session of an account; a token needs no confirmation. The signature confirms only this request, once, and
 * only in this session: send it in the header `X-Passkey`. 403 `forbidden` without the right `operator`. 409
 * `no_passkeys`: the account has no passkey from the time when it got the right. 429 `too_often`.
 */
export const startOperatorConfirmation = endpoint({
  method: 'POST',
  path: '/admin/confirmations',
  summary: 'Get the options to confirm a change of an operator with a passkey',
  access: 'admin',
  onlyReads: true,
  body: OperatorRequest,
  response: PasskeyRequestOptions,
})

/** Signed with a passkey, as each change is. */
export const openOperatorAccess = endpoint({
  method: 'POST',
  path: '/admin/access',
  summary: 'Let this session read what operators see, for an hour',
  access: 'admin',
  body: z.strictObject({}),
  response: null,
})
