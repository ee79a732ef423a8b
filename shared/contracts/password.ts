import * as z from 'zod/mini'
import { CurrentPassword } from './current-password.ts'
import { endpoint } from './endpoint.ts'
import { OtpCode } from './otp-code.ts'
import { PhoneNumber } from './phone.ts'
import { proof } from './proof.ts'

export const passwordMinLength = 8

/**
 * A password to be set. The current one may be older than this rule. One that is easy to guess is 422 `password_weak`,
 * with the reason at `password`: `password_common`, `password_predictable`, `password_personal` or `password_phone`.
 */
export const NewPassword = z.string().check(z.normalize('NFC'), z.minLength(passwordMinLength), z.maxLength(200))

/** `b` is the grant of one change, returned once; `expires_in` is in seconds. */
export const PasswordReset = z.object({ a: z.string(), b: z.string(), expires_in: z.int() })
export type PasswordReset = z.infer<typeof PasswordReset>

/**
 * The code was sent by `POST /otp/send/recovery`. 422 `otp_invalid`, 410 `otp_expired` (an unknown phone too), 429
 * `otp_blocked`.
 */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/user/password/request',
  summary: 'Prove by a code that the phone is one’s own, to set a new password',
  access: 'anyone',
  body: z.strictObject({ code: OtpCode, phone_number: PhoneNumber }),
  response: PasswordReset,
})

/** Ends all sessions of the user. 410 `reset_expired`: too late, used, or not known. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/password/change/:a/:b',
  summary: 'Set a new password after a reset was granted; `a` is the user, `b` the single-use token',
  access: 'anyone',
  params: z.object({ a: z.string(), b: z.string() }),
  body: z.strictObject({ password: NewPassword }),
  response: null,
})

/**
 * Ends the user's other sessions. 422 `wrong_password` on `current_password`; 429 `password_locked` after five wrong
 * ones.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/user/password/change',
  summary: 'Change the password, knowing the current one',
  access: 'user',
  body: z.strictObject({ password: NewPassword, current_password: CurrentPassword }),
  response: null,
})

/** Whole, unlike anywhere else: the name under which a password manager stores the password. No page may store it. */
export const getOwnPhone = endpoint({
  method: 'GET',
  path: '/user/phone',
  summary: 'The phone that signs in, to its owner',
  access: 'user',
  response: z.object({ phone_number: PhoneNumber }),
})

/**
 * `code` was sent to the new phone by `POST /otp/send/phone`, and `current_phone_code` to the current phone by `POST
 * /otp/send/user/{id}` with the purpose `phone`. A `passkey` that has signed for this new phone replaces
 * `current_phone_code`. With either of them the phone changes immediately, and the user's other sessions end. Without
 * them the phone changes after a day: `takes_effect_at`. Until then the current phone signs in and gets a message about
 * the change, and any session may cancel it.
 * 422 `wrong_password` on `current_password`; 429 `password_locked`; 409 `phone_taken` on `phone_number`; 422
 * `passkey_invalid`, 410 `passkey_expired`; and the errors of a wrong code, on `current_phone_code` if that code is
 * wrong.
 */
export const changePhone = endpoint({
  method: 'POST',
  path: '/user/phone',
  summary: 'Change the phone that signs in',
  access: 'user',
  body: z
    .strictObject({
      phone_number: PhoneNumber,
      code: OtpCode,
      current_password: CurrentPassword,
      current_phone_code: z.optional(OtpCode),
      passkey: proof.passkey,
    })
    .check(
      z.refine(({ current_phone_code, passkey }) => current_phone_code === undefined || passkey === undefined, {
        path: ['current_phone_code'],
        params: { code: 'one_proof' },
      }),
    ),
  response: z.object({ phone_masked: z.string(), takes_effect_at: z.optional(z.iso.datetime({ offset: true })) }),
})

export const PendingPhoneChange = z.object({
  phone_masked: z.string(),
  takes_effect_at: z.iso.datetime({ offset: true }),
})
export type PendingPhoneChange = z.infer<typeof PendingPhoneChange>

export const getPhoneChange = endpoint({
  method: 'GET',
  path: '/user/phone/change',
  summary: 'The change of the phone that has not taken effect yet',
  access: 'user',
  response: z.object({ pending: z.nullable(PendingPhoneChange) }),
})

/** 204 even if no change is pending. */
export const cancelPhoneChange = endpoint({
  method: 'DELETE',
  path: '/user/phone/change',
  summary: 'Cancel the change of the phone that has not taken effect yet',
  access: 'user',
  response: null,
})
