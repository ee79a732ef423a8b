import type { NewPasskey, PasskeyCreationOptions, PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { useHydrated } from '@portal/shared/use-hydrated'

let ceremony: typeof import('./ceremony.ts') | undefined

/** The library loads with the first prompt, not with the page: most visits use no passkey. */
async function load() {
  ceremony ??= await import('./ceremony.ts')
  return ceremony
}

/** Browsers have passkeys in pages that came by https, or from the user's own machine. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether the browser offers passkeys among what it fills in. */
export async function fillsInPasskeys(): Promise<boolean> {
  return hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}

/**
 * Returns null if the user cancels, if another prompt replaces this one, or if the user leaves before it is shown.
 * @throws PasskeyFailure
 * @param left undefined where the shell is older than the remote, and does not report it
 */
export async function signByPasskey(
  options: PasskeyRequestOptions,
  left: AbortSignal | undefined,
): Promise<PasskeyAssertion | null> {
  const { sign } = await load()
  return left?.aborted ? null : sign(options, false)
}

/** Signs like `signByPasskey`, but without a prompt: the browser offers passkeys in the field of the sign-in name. */
export async function signByFilledIn(options: PasskeyRequestOptions): Promise<PasskeyAssertion | null> {
  return (await load()).sign(options, true)
}

/** Creates a passkey. Throws what `signByPasskey` throws. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskey | null> {
  return (await load()).create(options)
}

/** Ends a prompt that the page does not wait for any more. */
export function cancelPasskeyPrompt(): void {
  ceremony?.cancel()
}

/**
 * Whether this browser has passkeys. On the server and during hydration it is true, since nearly every browser has
 * them.
 */
export function useHasPasskeys(): boolean {
  return !useHydrated() || hasPasskeys()
}
