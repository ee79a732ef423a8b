import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { consumeEach, reset } from '../../http/rate-limit.ts'
import type { SignedIn } from '../../http/route.ts'
import { getPasswordHash } from '../users/repository.ts'
import { isPassword } from './password.ts'

/**
 * Requires the password of the signed-in user, because somebody else may use an open browser. Guesses are counted for
 * the session, so that a thief of one session cannot prevent the owner from changing the password in another.
 * @throws Problem 422 `wrong_password`, 429 `password_locked` after five wrong passwords in a quarter of an hour or
 * twenty in a day, 401 if the account was deleted meanwhile
 */
export async function requireCurrentPassword(db: Db, user: SignedIn, password: string): Promise<void> {
  const guesses = [
    { key: `current-password:${user.sessionId}`, max: 5, window: 15 * 60 },
    { key: `current-password:${user.sessionId}:day`, max: 20, window: 24 * 60 * 60 },
  ]
  const wait = await consumeEach(db, guesses)
  if (wait !== null) throw new Problem(429, 'password_locked', { retry_after: wait })
  const passwordHash = await getPasswordHash(db, user.id)
  // Another request has deleted the account meanwhile.
  if (passwordHash === '') throw new Problem(401, 'unauthorized')
  if (!(await isPassword(password, passwordHash))) {
    throw new Problem(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
  }
  await reset(db, guesses)
}
