import type { PasswordReset } from '@portal/shared/contracts/password'
import { maskPhone } from '@portal/shared/format/phone'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { deleteDevicesOf } from '../devices/repository.ts'
import { refuseDisabledUser } from '../disabling/disabled-account.ts'
import { verifyPhoneCode } from '../otp/phone-code.ts'
import { consumeAll } from '../otp/repository.ts'
import { type Requester, userRequester } from '../otp/requester.ts'
import { consumeOtp } from '../otp/service.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { forgetGuesses } from '../session/login-budget.ts'
import { hashPassword } from '../session/password.ts'
import { findUserByPhone, getUserRow, setPasswordHash } from '../session/repository.ts'
import { endSessionsOf } from '../session/service.ts'
import { hashToken, newToken } from '../session/token.ts'
import { addReset, deleteResets, hasReset, passwordOwner, setPhone } from './repository.ts'
import { refuseWeakPassword } from './weakness.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** Seconds in which the new password is to be set. */
const resetLifetime = 15 * 60

/** @throws Problem 422 `otp_invalid`, 410 `otp_expired`, 429 `otp_blocked` */
export async function grantReset(
  deps: Deps,
  { phone, code, requester }: { phone: string; code: string; requester: Requester },
): Promise<PasswordReset> {
  const otpId = await verifyPhoneCode(deps, { phone, purpose: 'recovery', code, requester })
  const user = await findUserByPhone(deps.db, phone)
  // Its code was never sent, so this is a lucky guess, and it is told nothing.
  if (!user) throw new Problem(410, 'otp_expired')
  await refuseDisabledUser(deps.db, user.id)
  const token = newToken()
  await deps.db.transaction().execute(async (trx) => {
    await consumeOtp(trx, otpId)
    await addReset(trx, { tokenHash: hashToken(token), userId: user.id, lifetime: resetLifetime })
  })
  return { a: user.id, b: token, expires_in: resetLifetime }
}

type Reset = { userId: string; token: string; password: string; ip: string }

/** @throws Problem 410 `reset_expired`: late, used, or never granted; 422 `password_weak`, which leaves the token usable */
export async function reset({ db }: Deps, { userId, token, password, ip }: Reset): Promise<void> {
  const tokenHash = hashToken(token)
  const expired = new Problem(410, 'reset_expired')
  // Before the work of a hash, which a stranger could ask for again and again.
  if (!(await hasReset(db, userId, tokenHash))) throw expired
  await refuseDisabledUser(db, userId)
  refuseWeakPassword(password, await passwordOwner(db, userId))
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    // Another call with this token may have been first meanwhile.
    if (!(await deleteResets(trx, userId, tokenHash))) throw expired
    await setPasswordHash(trx, userId, passwordHash)
    await deleteDevicesOf(trx, userId)
  })
  await endSessionsOf(db, userId)
  await forgetGuesses(db, { phone: (await getUserRow(db, userId)).phone, ip })
}

/** @throws Problem 422 `wrong_password`, `password_weak`; 429 `password_locked` */
export async function change(
  { db }: Deps,
  user: SignedIn,
  { current, password }: { current: string; password: string },
): Promise<void> {
  await requireCurrentPassword(db, user.id, current)
  refuseWeakPassword(password, await passwordOwner(db, user.id))
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await setPasswordHash(trx, user.id, passwordHash)
    await deleteResets(trx, user.id)
    await deleteDevicesOf(trx, user.id, user.sessionId)
  })
  await endSessionsOf(db, user.id, user.sessionId)
}

/** Returns the new phone, masked. @throws Problem 422 `wrong_password`, 409 `phone_taken`, and as a wrong code */
export async function changeSignInPhone(
  deps: Deps,
  user: SignedIn,
  { phone, code, current, ip }: { phone: string; code: string; current: string; ip: string },
): Promise<string> {
  await requireCurrentPassword(deps.db, user.id, current)
  const otpId = await verifyPhoneCode(deps, { phone, purpose: 'phone', code, requester: userRequester(user, ip) })
  // After the code: who has an account is told to the phone's owner alone.
  const taken = new Problem(409, 'phone_taken', { errors: { phone_number: ['phone_taken'] } })
  if (await findUserByPhone(deps.db, phone)) throw taken
  await deps.db
    .transaction()
    .execute(async (trx) => {
      await consumeOtp(trx, otpId)
      await setPhone(trx, user.id, phone)
      // What was sent to the old phone is in the hands of whoever has it.
      await consumeAll(trx, user.id)
      await deleteResets(trx, user.id)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken : error
    })
  return maskPhone(phone)
}
