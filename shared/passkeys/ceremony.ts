import type { NewPasskey, PasskeyCreationOptions, PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { PasskeyFailure } from './passkey-failure.ts'

export async function sign(optionsJSON: PasskeyRequestOptions, useBrowserAutofill: boolean) {
  const signed = await unlessCanceled(startAuthentication({ optionsJSON: open(optionsJSON), useBrowserAutofill }))
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  return {
    id: signed.id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle && { user_handle: userHandle }),
  } satisfies PasskeyAssertion
}

export async function create(optionsJSON: PasskeyCreationOptions) {
  const created = await unlessCanceled(startRegistration({ optionsJSON: open(optionsJSON) }))
  if (!created) return null
  const { clientDataJSON, attestationObject, transports = [] } = created.response
  return {
    id: created.id,
    client_data: clientDataJSON,
    attestation: attestationObject,
    transports,
  } satisfies NewPasskey
}

export function cancel(): void {
  WebAuthnAbortService.cancelCeremony()
}

async function unlessCanceled<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (cause) {
    const { name } = cause as Error
    // A timeout has the name of a cancel: no page may find out which passkeys a device has.
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    throw new PasskeyFailure(name === 'InvalidStateError' ? 'exists' : 'failed', cause)
  }
}

/** The contract leaves lists of names open, where the library lists those that it knows. */
function open<T>(options: object): T {
  return options as T
}
