import type { UserOtpRequest } from '@portal/contracts/otp'
import { startPasskeyConfirmation } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { signByPasskey } from './prompt.ts'

/**
 * Has the device sign a request. Returns null if the user cancels. `onRejected` is called if the server rejects the
 * request.
 * @throws ApiError, PasskeyFailure
 */
export async function signRequest(
  request: UserOtpRequest,
  left: AbortSignal | undefined,
  onRejected?: (rejection: ApiError) => void,
): Promise<PasskeyAssertion | null> {
  const requested = call(startPasskeyConfirmation, { body: request })
  const options = await requested.catch((cause: unknown) => {
    if (cause instanceof ApiError) onRejected?.(cause)
    throw cause
  })
  return await signByPasskey(options, left)
}
