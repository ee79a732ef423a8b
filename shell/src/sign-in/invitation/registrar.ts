import { acceptInvitation, type NewUser } from '@portal/contracts/invitation'
import { login, type User } from '@portal/contracts/session'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** Problems of a used invitation and a used code, also when the previous attempt has used them. */
const ALREADY_DONE_CODES = ['phone_registered', 'invitation_used', 'otp_expired']

/**
 * Registers and signs in. After a lost response the next attempt is rejected although the first may have succeeded. In
 * that case the new phone and password are used to sign in.
 */
export function createRegistrar(code: string): (newUser: NewUser) => Promise<User> {
  let isResponseLost = false

  return async (newUser) => {
    try {
      return await call(acceptInvitation, { params: { code }, body: newUser })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      const user = isResponseLost && ALREADY_DONE_CODES.includes(cause.code) ? await signIn(newUser) : null
      if (user) return user
      isResponseLost ||= cause.isNetworkError
      throw cause
    }
  }
}

/** Returns null when there is no such account, so the first attempt had no effect. */
async function signIn({ phone_number, password, _remember_me }: NewUser): Promise<User | null> {
  try {
    return await call(login, { body: { phoneNumber: phone_number, password, _remember_me } })
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 401) return null
    throw cause
  }
}
