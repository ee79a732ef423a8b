import * as z from 'zod/mini'
import { OtpCode } from './otp-code.ts'
import { PasskeyAssertion } from './passkey-assertion.ts'

/**
 * What confirms an action, one of the two: the `code` that was sent by `POST /otp/send/user/{id}` for this action, or
 * what a `passkey` signed with the options of `POST /user/passkeys/confirmation` for this action.
 */
export const proof = { code: z.optional(OtpCode), passkey: z.optional(PasskeyAssertion) }
export type Proof = { code?: string | undefined; passkey?: PasskeyAssertion | undefined }

/** For `check` of an object that has `proof` among its fields. */
export const oneProof = z.refine<Proof>(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
  path: ['code'],
  params: { code: 'one_proof' },
})

/** For actions that require a proof only in some cases. */
export const oneProofAtMost = z.refine<Proof>(({ code, passkey }) => code === undefined || passkey === undefined, {
  path: ['code'],
  params: { code: 'one_proof' },
})
