import * as z from 'zod/mini'
import { CurrentPassword } from './current-password.ts'
import { endpoint } from './endpoint.ts'
import { OtpCode } from './otp-code.ts'
import { PhoneNumber } from './phone.ts'
import { proof } from './proof.ts'

export const MIN_PASSWORD_LENGTH = 8

/**
 * A new password. (A current password may be older than this rule.) A password that is easy to guess is 422
 * `password_weak`, with the reason on `password`: `password_common`, `password_predictable`, `password_personal` or
 * `password_phone`.
 */
export const NewPassword = z.string().check(z.normalize('NFC'), z.minLength(MIN_PASSWORD_LENGTH), z.maxLength(200))

/** `a` and `b` are the path parameters of `resetPassword`, which work once. `expires_in` is in seconds. */
export const PasswordReset = z.object({ a: z.string(), b: z.string(), expires_in: z.int() })
export type PasswordReset = z.infer<typeof PasswordReset>

/**
 * Request the code with `POST /otp/send/recovery`. 422 `otp_invalid`. 410 `otp_expired`, also for an unknown phone. 429
 * `otp_blocked`.
 */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/user/password/request',
  summary: 'Prove with a code that the phone is the user’s, to set a new password',
  access: 'anyone',
  body: z.strictObject({ code: OtpCode, phone_number: PhoneNumber }),
  response: PasswordReset,
})

/** Ends all sessions of the user. 410 `reset_expired`: the token is unknown, used, or too old. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/user/password/change/:a/:b',
  summary: 'Set a new password with the result of `requestPasswordReset`: `a` is the user, `b` the single-use token',
  access: 'anyone',
  params: z.object({ a: z.string(), b: z.string() }),
  body: z.strictObject({ password: NewPassword }),
  response: null,
})

/**
 * Ends the user's other sessions. 422 `wrong_password` on `current_password`. 429 `password_locked` after five wrong
 * passwords.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/user/password/change',
  summary: 'Change the password, knowing the current one',
  access: 'user',
  body: z.strictObject({ password: NewPassword, current_password: CurrentPassword }),
  response: null,
})

/**
 * The only response with the whole phone: a password manager stores the password under it. No page may store the phone.
 */
export const getOwnPhone = endpoint({
  method: 'GET',
  path: '/user/phone',
  summary: 'Get the phone that the user signs in with',
  access: 'user',
  response: z.object({ phone_number: PhoneNumber }),
})

/**
 * Request `code` for the new phone with `POST /otp/send/phone`. With `current_phone_code` (requested with `POST
 * /otp/send/user/{id}` and the purpose `phone`) or with a `passkey` that has signed for this new phone, the phone
 * changes immediately and the user's other sessions end. Without either, the phone changes after a day, at
 * `takes_effect_at`. Until then the user signs in with the current phone, which gets a message about the change, and
 * can cancel the change in any session. 422 `wrong_password` on `current_password`. 429 `password_locked`. 409
 * `phone_taken` on `phone_number`. 422 `passkey_invalid`, 410 `passkey_expired`. Also the errors of a wrong code, on
 * `code` or `current_phone_code`.
 */
export const changePhone = endpoint({
  method: 'POST',
  path: '/user/phone',
  summary: 'Change the phone that the user signs in with',
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
  summary: 'Get the change of the phone that has not taken effect yet',
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
