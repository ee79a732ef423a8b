import { logout } from '@portal/contracts/session'
import { call } from '@portal/shared/http/call'
import { signedOut } from '@portal/shared/session/store'

let leaving: Promise<void> | undefined

/**
 * Ends the session on the server first: a browser that only forgot it would stay signed in. Called again meanwhile,
 * it is the same one. @throws ApiError
 */
export function signOut(): Promise<void> {
  leaving ??= end().finally(() => {
    leaving = undefined
  })
  return leaving
}

async function end(): Promise<void> {
  await call(logout, {})
  signedOut({ left: true })
}
