import { logout } from '@portal/shared/contracts/session'
import { call } from '@portal/shared/http/call'
import { signedOut } from '@portal/shared/session/store'

/** Ends the session on the server first: a browser that only forgot it would stay signed in. @throws ApiError */
export async function signOut(): Promise<void> {
  await call(logout, {})
  signedOut({ left: true })
}
