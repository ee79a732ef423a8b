import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PhoneNumber } from './phone.ts'

export const otpDigits = 6

export const OtpCode = z.string().check(z.regex(/^\d{6}$/))

/** Times in seconds. */
export const OtpSent = z.object({
  expires_in: z.int(),
  resend_in: z.int(),
  digits: z.int(),
  phone_masked: z.string(),
})
export type OtpSent = z.infer<typeof OtpSent>

export const UserOtpPurpose = z.enum(['card', 'sbp', 'payout', 'transfer', 'passkey'])
export type UserOtpPurpose = z.infer<typeof UserOtpPurpose>

/**
 * What the code is asked for. With `card_token` or `phone` it allows adding that card or СБП phone and no other, and the
 * message names it. `sbp` without a `phone`: the user's own number. Without a purpose, or without a body: a payout.
 */
export const UserOtpRequest = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('card'), card_token: z.optional(z.string()) }),
  z.strictObject({ purpose: z.literal('sbp'), phone: z.optional(PhoneNumber) }),
  z.strictObject({ purpose: z.optional(z.enum(['payout', 'transfer', 'passkey'])) }),
])
export type UserOtpRequest = z.infer<typeof UserOtpRequest>

/** 429 `otp_too_often` with `retry_after` before the resend time; 429 `otp_blocked` after too many. */
export const sendOtpToUser = endpoint({
  method: 'POST',
  path: '/otp/send/user/:id',
  summary: 'Send a code to the user’s own phone',
  access: 'user',
  params: z.object({ id: z.string() }),
  body: z.optional(UserOtpRequest),
  response: OtpSent,
})

export const sendOtp = endpoint({
  method: 'POST',
  path: '/otp/send/:type',
  summary: 'Send a code to a phone; the same answer whether it is registered or not',
  access: 'anyone',
  params: z.object({ type: z.enum(['registration', 'recovery', 'phone']) }),
  body: z.strictObject({ phone_number: PhoneNumber }),
  response: OtpSent,
})

/** 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked`. Checking does not consume. */
export const checkOtp = endpoint({
  method: 'POST',
  path: '/otp/check',
  summary: 'Whether a code is right',
  access: 'anyone',
  body: z.strictObject({ phone_number: PhoneNumber, code: OtpCode }),
  response: z.object({ valid: z.literal(true) }),
})
