import * as z from 'zod/mini'

/** Bytes in base64url. */
export const base64url = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))

/** At most 1023 bytes (WebAuthn). */
export const CredentialId = base64url(1364)

/** What an authenticator signed: proof that the user has confirmed one challenge by finger, face or PIN. */
export const PasskeyAssertion = z.strictObject({
  id: CredentialId,
  client_data: base64url(4096),
  authenticator_data: base64url(4096),
  signature: base64url(2048),
  user_handle: z.optional(base64url(128)),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
