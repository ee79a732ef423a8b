import { logout } from '@portal/contracts/session'
import { call } from '@portal/shared/http/call'
import { signedOut } from '@portal/shared/session/state/events'

let leaving: Promise<void> | undefined

/**
 * Ends the session on the server first, because a browser that only forgot it would stay signed in. Calls during a
 * sign-out share it.
 * @throws ApiError
 */
export function signOut(): Promise<void> {
  leaving ??= endSessionBy(() => call(logout, {})).finally(() => {
    leaving = undefined
  })
  return leaving
}

/**
 * Ends the session by a request that ends it on the server, such as the deletion of the account. @throws as `signOut`
 * does
 */
export async function endSessionBy(request: () => Promise<unknown>): Promise<void> {
  await request()
  signedOut({ hasSignedOut: true })
}
