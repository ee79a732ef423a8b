import type { PasswordReset } from '@portal/contracts/password'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import type { AccountSecuredDeps } from '../dependencies.ts'
import { forgetDevices } from '../devices/repository.ts'
import type { Requester } from '../devices/requester.ts'
import { lockSignedInUser } from '../disabling/disabled-account.ts'
import { verifyPhoneCode } from '../otp/phone-code.ts'
import { consumeOtp } from '../otp/service.ts'
import { deletePasskeysSince, lockPasskeys } from '../passkeys/repository.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { resetGuesses } from '../session/login-budget.ts'
import { hashPassword } from '../session/password.ts'
import { endUserSessions, type RenewedToken, renewToken } from '../session/service.ts'
import { hashToken, newToken } from '../session/token.ts'
import { findUserByPhone, setPasswordHash } from '../users/repository.ts'
import { deletePhoneChange } from './phone-change-repository.ts'
import { addReset, deleteResets, hasReset, readPasswordOwner, setRecovered } from './repository.ts'
import { requireStrongPassword } from './weakness.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** A grant of a new password expires after this time. */
const RESET_LIFETIME_SECONDS = 15 * 60
/**
 * A recovery deletes younger passkeys, because a thief may have added them. Older ones stay, so that a thief of the SIM
 * card cannot delete them.
 */
const SUSPECT_PASSKEY_DAYS = 30

/** @throws Problem 422 `otp_invalid`, 410 `otp_expired`, 429 `otp_blocked` */
export async function grantReset(
  deps: Deps,
  { phone, code, requester }: { phone: string; code: string; requester: Requester },
): Promise<PasswordReset> {
  const otpId = await verifyPhoneCode(deps, { phone, purpose: 'recovery', code, requester })
  const user = await findUserByPhone(deps.db, phone)
  // A phone without an account never got a code. A lucky guess must not reveal that there is no account.
  if (!user) throw new Problem(410, 'otp_expired')
  const token = newToken()
  await deps.db.transaction().execute(async (trx) => {
    // If the user has another phone by now, this phone must not grant anything.
    if ((await lockEnabledUser(trx, user.id)).phone !== phone) throw new Problem(410, 'otp_expired')
    await consumeOtp(trx, otpId)
    await addReset(trx, { tokenHash: hashToken(token), userId: user.id, lifetime: RESET_LIFETIME_SECONDS })
  })
  return { a: user.id, b: token, expires_in: RESET_LIFETIME_SECONDS }
}

type Reset = { userId: string; token: string; password: string; ip: string }

/**
 * @throws Problem 410 `reset_expired` if the token is too old, used or unknown; 422 `password_weak`, after which the
 * token is still valid; 403 `account_disabled`
 */
export async function reset(deps: Deps & AccountSecuredDeps, { userId, token, password, ip }: Reset): Promise<void> {
  const { db } = deps
  const tokenHash = hashToken(token)
  const expired = new Problem(410, 'reset_expired')
  // Checked before the password is hashed, because anyone could repeat the request.
  if (!(await hasReset(db, userId, tokenHash))) throw expired
  requireStrongPassword(password, await readPasswordOwner(db, userId))
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const { phone } = await lockEnabledUser(trx, userId)
    // Another request with this token may have been faster.
    if (!(await deleteResets(trx, userId, tokenHash))) throw expired
    await setPasswordHash(trx, userId, passwordHash)
    await forgetDevices(trx, userId)
    await setRecovered(trx, userId)
    await deletePhoneChange(trx, userId)
    // Waits for a passkey that is being added, and deletes it, too. A later one finds no session.
    await lockPasskeys(trx, userId)
    await endUserSessions(trx, userId, { proof: 'phone' })
    const deletedPasskeys = await deletePasskeysSince(trx, userId, SUSPECT_PASSKEY_DAYS)
    await addUserEvent(trx, userId, 'password_recovered', { after: { deleted_passkeys: deletedPasskeys } })
    await addSecurityNotice(trx, deps, { userId }, { type: 'password_recovered', deletedPasskeys })
    // A thief may have switched on automatic withdrawals, which the domain of payouts stops.
    await deps.accountSecured(trx, { userId }, 'password_recovered')
    await resetGuesses(trx, phone, ip)
  })
}

/** @throws Problem 422 `wrong_password`, `password_weak`; 429 `password_locked` */
export async function change(
  deps: Deps,
  user: SignedIn,
  { current, password }: { current: string; password: string },
): Promise<RenewedToken> {
  const { db } = deps
  await requireCurrentPassword(db, user, current)
  requireStrongPassword(password, await readPasswordOwner(db, user.id))
  const passwordHash = await hashPassword(password)
  return await db.transaction().execute(async (trx) => {
    await lockSignedInUser(trx, user)
    await setPasswordHash(trx, user.id, passwordHash)
    await deleteResets(trx, user.id)
    await forgetDevices(trx, user.id, user.sessionId)
    // A thief who knew the previous password may have requested the change.
    await deletePhoneChange(trx, user.id)
    await addUserEvent(trx, user.id, 'password_changed')
    await addSecurityNotice(trx, deps, { userId: user.id }, { type: 'password_changed' })
    await endUserSessions(trx, user.id, { proof: 'password', exceptSessionId: user.sessionId })
    return await renewToken(trx, user)
  })
}
