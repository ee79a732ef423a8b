import { type PasswordReset, resetPassword } from '@portal/contracts/password'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** `late`: the time to set it is over. `unsure`: rejected after a lost response, so the password may have changed. */
type Outcome = 'changed' | 'late' | 'unsure'

/** A grant is valid once. After a lost response the next attempt is rejected although the first may have succeeded. */
export function createPasswordSetter(): (grant: Pick<PasswordReset, 'a' | 'b'>, password: string) => Promise<Outcome> {
  let unansweredGrant: string | undefined
  return async (params, password) => {
    try {
      await call(resetPassword, { params, body: { password } })
      return 'changed'
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (cause.code === 'reset_expired') return unansweredGrant === params.b ? 'unsure' : 'late'
      if (cause.isNetworkError) unansweredGrant = params.b
      throw cause
    }
  }
}
