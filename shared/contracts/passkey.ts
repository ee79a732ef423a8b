import * as z from 'zod/mini'
import { CurrentPassword } from './current-password.ts'
import { endpoint, items } from './endpoint.ts'
import { UserOtpRequest } from './otp.ts'
import { OtpCode } from './otp-code.ts'
import { base64url, CredentialId, PasskeyAssertion } from './passkey-assertion.ts'
import { RememberMe, User } from './session.ts'
import { writtenText } from './written-text.ts'

const NewPasskey = z.strictObject({
  id: CredentialId,
  client_data: base64url(4096),
  attestation: base64url(20_000),
  transports: z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyLabel = writtenText(40).check(z.minLength(1))

export const Passkey = z.object({
  id: z.string(),
  label: z.string(),
  /** The password manager that stores it copies it to the user's other devices. */
  synced: z.boolean(),
  created_at: z.iso.datetime({ offset: true }),
  last_used_at: z.nullable(z.iso.datetime({ offset: true })),
})
export type Passkey = z.infer<typeof Passkey>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** The options of `navigator.credentials.get`, under the names of the browser's API. `timeout` in milliseconds. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** The options of `navigator.credentials.create`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/user/passkeys',
  summary: 'List the user’s passkeys, newest first',
  access: 'user',
  response: items(Passkey),
})

/**
 * A passkey signs in without a password and confirms money without a code. Adding one therefore needs both: the current
 * password and a code that was sent with the purpose `passkey`. The options work only in this session and for five
 * minutes, also if the user has canceled once. 422 `wrong_password` on `current_password`. 409 `too_many_passkeys`.
 * Also the errors of a wrong code.
 */
export const startPasskeyRegistration = endpoint({
  method: 'POST',
  path: '/user/passkeys/registration',
  summary: 'Get the options to create a passkey',
  access: 'user',
  body: z.strictObject({ current_password: CurrentPassword, code: OtpCode }),
  response: PasskeyCreationOptions,
})

/** 410 `passkey_expired`, 422 `passkey_invalid`, 409 `passkey_exists`, `too_many_passkeys`. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Add the passkey that was created',
  access: 'user',
  body: NewPasskey,
  response: Passkey,
  status: 201,
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/user/passkeys/:id',
  summary: 'Give a passkey another name',
  access: 'user',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ label: PasskeyLabel }),
  response: Passkey,
})

/** The user can still sign in with the password. 422 `wrong_password` on `current_password`. */
export const removePasskey = endpoint({
  method: 'POST',
  path: '/user/passkeys/:id/removal',
  summary: 'Delete a passkey',
  access: 'user',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ current_password: CurrentPassword }),
  response: null,
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  summary: 'Get the options to sign in with a passkey; they are the same for all users',
  access: 'anyone',
  priority: 'money',
  response: PasskeyRequestOptions,
})

/**
 * Sets the session cookie. 422 `passkey_invalid`: the passkey is unknown or the signature is wrong. 410
 * `passkey_expired`.
 */
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Sign in with a passkey, without phone and password',
  access: 'anyone',
  priority: 'money',
  body: z.strictObject({ passkey: PasskeyAssertion, _remember_me: RememberMe }),
  response: User,
})

/** A signature confirms what the user has seen, so an order must be named. A passkey cannot confirm another passkey. */
const namedAction = z.refine<UserOtpRequest>(
  (request) => {
    switch (request.purpose) {
      case undefined:
      case 'payout':
      case 'transfer':
        return request.order !== undefined
      default:
        return request.purpose !== 'passkey'
    }
  },
  { path: ['order'], params: { code: 'required' } },
)

/**
 * The body names the action as in `POST /otp/send/user/{id}`; a payout or transfer must name its `order`. The signature
 * confirms only this action, and only in this session. 409 `no_passkeys`. Also the errors of the action itself, if it
 * is not allowed.
 */
export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: '/user/passkeys/confirmation',
  summary: 'Get the options to confirm an action with a passkey instead of a code',
  access: 'user',
  priority: 'money',
  body: UserOtpRequest.check(namedAction),
  response: PasskeyRequestOptions,
})
