import * as z from 'zod/mini'
import { AutoWithdrawalToConfirm } from './auto-withdrawal-rule.ts'
import { endpoint } from './endpoint.ts'
import { OrderToConfirm } from './new-payout.ts'
import { OtpCode } from './otp-code.ts'
import { PhoneNumber } from './phone.ts'

export const OTP_DIGITS = 6

/** Times in seconds. */
export const OtpSent = z.object({
  expires_in: z.int(),
  resend_in: z.int(),
  digits: z.int(),
  phone_masked: z.string(),
})
export type OtpSent = z.infer<typeof OtpSent>

export const UserOtpPurpose = z.enum([
  'card',
  'sbp',
  'sbp_bank',
  'phone',
  'passkey',
  'auto_withdrawal',
  'dismissal',
  'payout',
  'transfer',
  'sharing',
])
export type UserOtpPurpose = z.infer<typeof UserOtpPurpose>

/**
 * What the code is for. The code confirms only this action, which the message names. `card`: add this card. `sbp`: add
 * this phone at this bank; without `phone`, the phone that signs in. `sbp_bank`: another bank for a СБП phone. `phone`:
 * sign in with this phone. `passkey`: add a passkey. `auto_withdrawal`: switch on this rule. `dismissal`: dismiss this
 * employee as a manager. `payout` or `transfer`: this `order`; a sharing is an order without a `purpose`. A code
 * without an `order` confirms a payout or transfer of at most 5 000 ₽, but no sharing. Without `purpose` and `order`,
 * or without a body, the code is for such a payout.
 */
export const UserOtpRequest = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('card'), card_token: z.string() }),
  z.strictObject({ purpose: z.literal('sbp'), phone: z.optional(PhoneNumber), bank_id: z.string() }),
  z.strictObject({ purpose: z.literal('sbp_bank'), binding_id: z.string(), bank_id: z.string() }),
  z.strictObject({ purpose: z.literal('phone'), phone_number: PhoneNumber }),
  z.strictObject({ purpose: z.literal('passkey') }),
  z.strictObject({ purpose: z.literal('auto_withdrawal'), rule: AutoWithdrawalToConfirm }),
  z.strictObject({ purpose: z.literal('dismissal'), employee_id: z.string() }),
  z.strictObject({ purpose: z.optional(z.enum(['payout', 'transfer'])), order: z.optional(OrderToConfirm) }).check(
    z.refine(({ purpose, order }) => !purpose || !order || purpose === order.kind, {
      path: ['purpose'],
      params: { code: 'not_of_order' },
    }),
  ),
])
export type UserOtpRequest = z.infer<typeof UserOtpRequest>

/**
 * Checks the action first and responds with its errors: no code is sent for another user's card, or above a limit. 429
 * `otp_too_often` with `retry_after`: a code was sent a moment ago. 429 `otp_blocked`: too many codes were sent.
 */
export const sendOtpToUser = endpoint({
  method: 'POST',
  path: '/otp/send/user/:id',
  summary: 'Send a code to the user’s own phone',
  access: 'user',
  priority: 'money',
  params: z.object({ id: z.string() }),
  body: z.optional(UserOtpRequest),
  response: OtpSent,
})

export const sendOtp = endpoint({
  method: 'POST',
  path: '/otp/send/:type',
  summary: 'Send a code to a phone; the response does not tell whether the phone is registered',
  access: 'anyone',
  priority: 'money',
  params: z.object({ type: z.enum(['registration', 'recovery', 'phone']) }),
  body: z.strictObject({ phone_number: PhoneNumber }),
  response: OtpSent,
})

/** Checking does not use up the code. 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked`. */
export const checkOtp = endpoint({
  method: 'POST',
  path: '/otp/check',
  summary: 'Check whether a code is right',
  access: 'anyone',
  priority: 'money',
  body: z.strictObject({ phone_number: PhoneNumber, code: OtpCode }),
  response: z.object({ valid: z.literal(true) }),
})
