import { logout } from '@portal/contracts/session'
import { call } from '@portal/shared/http/call'
import { signedOut } from '@portal/shared/session/state/events'

let leaving: Promise<void> | undefined

/**
 * Ends the session on the server first: a browser that only forgot it would stay signed in. Called again meanwhile,
 * it is the same one. @throws ApiError; Error where no tap of the user has led to it
 */
export function signOut(): Promise<void> {
  if (navigator.userActivation?.isActive === false) return Promise.reject(new Error('The user has not asked for it'))
  leaving ??= end().finally(() => {
    leaving = undefined
  })
  return leaving
}

async function end(): Promise<void> {
  await call(logout, {})
  signedOut({ left: true })
}
