import { maskPhone } from '@portal/contracts/phone-text'
import type { Proof } from '@portal/contracts/proof'
import { lockUser } from '../../base/accounts/lock-user.ts'
import { addAuditEvent, addUserEvent, lastDigits } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { runEach } from '../../jobs/retries.ts'
import { consumeProof, type VerifiedProof, verifyProof } from '../confirmation/proof.ts'
import { forgetDevices } from '../devices/repository.ts'
import { userRequester } from '../devices/requester.ts'
import { lockSignedInUser } from '../disabling/disabled-account.ts'
import { verifyPhoneCode } from '../otp/phone-code.ts'
import { consumeOtp } from '../otp/service.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { endUserSessions, type RenewedToken, renewToken } from '../session/service.ts'
import { findUserByPhone, getUserRow } from '../users/repository.ts'
import { findCoolings } from './cooling.ts'
import {
  deletePhoneChange,
  findDuePhoneChanges,
  setPhone,
  setPhoneChange,
  takePhoneChange,
} from './phone-change-repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** The delay in which the owner can cancel a change without the old phone, after a recovery, or with a new passkey. */
export const PHONE_CHANGE_DELAY_HOURS = 24

/** `proof`: a code of the current phone, or a passkey. */
type NewPhone = { phone: string; code: string; current: string; proof: Proof; ip: string }

/** With `takesEffectAt` the change waits until then, and can be canceled. */
export type PhoneChanged = { phoneMasked: string } & ({ takesEffectAt: Date } | { renewed: RenewedToken })

/**
 * Changes the phone immediately with a proof, otherwise after a day. Even with a proof it waits if a thief may have
 * given it: after a recovery (the thief may have the SIM card), and with a passkey that was added today (one phished
 * code is enough). With another phone the thief would own the account.
 * @throws Problem 422 `wrong_password`, 409 `phone_taken`, and the errors of a wrong code, on `current_phone_code` for
 * the code of the old phone
 */
export async function changeSignInPhone(deps: Deps, user: SignedIn, request: NewPhone): Promise<PhoneChanged> {
  const { db } = deps
  const { phone, code, current, proof, ip } = request
  await requireCurrentPassword(db, user, current)
  const otpId = await verifyPhoneCode(deps, { phone, purpose: 'phone', code, requester: userRequester(user, ip) })
  // After the code, so that only the phone's owner learns whether it has an account.
  if (await findUserByPhone(db, phone)) throw taken
  const old = (await getUserRow(db, user.id)).phone
  const phoneMasked = maskPhone(phone)

  const hasProof = proof.code !== undefined || proof.passkey !== undefined
  const verified = hasProof ? await verifyCurrentPhone(deps, user, phone, proof) : undefined
  const coolings = await findCoolings(db, user.id)
  if (!verified || isNewPasskey(verified) || coolings.some(({ reason }) => reason === 'recovery')) {
    const takesEffectAt = await db.transaction().execute(async (trx) => {
      // Disabling and a recovery cancel pending changes. The lock makes them come before or after this.
      await lockSignedInUser(trx, user)
      await consumeOtp(trx, otpId)
      if (verified) await consumeProof(trx, verified)
      const takesEffectAt = await setPhoneChange(trx, user.id, phone, PHONE_CHANGE_DELAY_HOURS)
      const after = { phone_ends: lastDigits(phone), takes_effect_at: takesEffectAt }
      await addUserEvent(trx, user.id, 'phone_change_requested', { after })
      const event = { type: 'phone_change_requested', to: phone, at: takesEffectAt } as const
      await addSecurityNotice(trx, deps, { userId: user.id, phone: old }, event)
      return takesEffectAt
    })
    return { phoneMasked, takesEffectAt }
  }

  const renewed = await db
    .transaction()
    .execute(async (trx) => {
      await lockSignedInUser(trx, user)
      await consumeOtp(trx, otpId)
      await consumeProof(trx, verified)
      await setPhone(trx, user.id, phone)
      await forgetDevices(trx, user.id, user.sessionId)
      await addUserEvent(trx, user.id, 'phone_changed', phones(old, phone))
      await addSecurityNotice(trx, deps, { userId: user.id, phone: old }, { type: 'phone_changed', to: phone })
      await endUserSessions(trx, user.id, { proof: 'phone', exceptSessionId: user.sessionId })
      return await renewToken(trx, user)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? taken : error
    })
  return { phoneMasked, renewed }
}

function isNewPasskey(proof: VerifiedProof): boolean {
  return 'assertion' in proof && proof.assertion.ageHours < PHONE_CHANGE_DELAY_HOURS
}

const taken = new Problem(409, 'phone_taken', { errors: { phone_number: ['phone_taken'] } })

/** The request has two codes, so the problem names the field of the wrong one. */
async function verifyCurrentPhone(deps: Deps, user: SignedIn, phone: string, proof: Proof): Promise<VerifiedProof> {
  return await verifyProof(deps, user, { kind: 'phone', phone }, proof).catch((error: unknown) => {
    if (!(error instanceof Problem) || proof.passkey) throw error
    throw new Problem(error.status, error.code, { ...error.data, errors: { current_phone_code: [error.code] } })
  })
}

/**
 * Changes the phones whose delay is over. Replicas may run it at the same time: each change is applied by one of them.
 */
export async function applyDuePhoneChanges(deps: Deps): Promise<void> {
  await runEach(await findDuePhoneChanges(deps.db), (userId) => applyPhoneChange(deps, userId))
}

async function applyPhoneChange(deps: Deps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Locks the user before the change, as a recovery or an operator who blocks the user does.
    const { phone: old } = await lockUser(trx, userId)
    const phone = await takePhoneChange(trx, userId)
    // If another user has registered with the new phone meanwhile, the phone stays as it is.
    if (phone === undefined || (await findUserByPhone(trx, phone))) return
    await setPhone(trx, userId, phone)
    await forgetDevices(trx, userId)
    const subject = { type: 'user', id: userId } as const
    const actor = { type: 'system', id: 'portal' } as const
    await addAuditEvent(trx, { action: 'phone_changed', subject, actor, ...phones(old, phone) })
    await addSecurityNotice(trx, deps, { userId, phone: old }, { type: 'phone_changed', to: phone })
    await endUserSessions(trx, userId, { proof: 'phone' })
  })
}

/** Cancels the user's waiting change, if there is one. */
export async function cancelPhoneChange(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await deletePhoneChange(trx, userId)) await addUserEvent(trx, userId, 'phone_change_canceled')
  })
}

/** The part of a change that the audit trail stores. */
function phones(old: string, phone: string) {
  return { before: { phone_ends: lastDigits(old) }, after: { phone_ends: lastDigits(phone) } }
}
