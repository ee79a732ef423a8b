import * as z from 'zod/mini'
import { OtpCode } from './otp-code.ts'
import { PasskeyAssertion } from './passkey-assertion.ts'

/**
 * Confirms an action with one of two proofs: the `code` that `POST /otp/send/user/{id}` has sent for this action, or
 * the result of a `passkey` that was started by `POST /user/passkeys/confirmation` for this action.
 */
export const proof = { code: z.optional(OtpCode), passkey: z.optional(PasskeyAssertion) }
export type Proof = { code?: string | undefined; passkey?: PasskeyAssertion | undefined }

/** For `check` of an object that has `proof` among its fields. */
export const oneProof = z.refine<Proof>(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
  path: ['code'],
  params: { code: 'one_proof' },
})

/** As `oneProof`, for actions that require a proof only in some cases. */
export const oneProofAtMost = z.refine<Proof>(({ code, passkey }) => code === undefined || passkey === undefined, {
  path: ['code'],
  params: { code: 'one_proof' },
})
