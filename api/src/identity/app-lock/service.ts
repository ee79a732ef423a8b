import type { AppLock } from '@portal/contracts/app-lock'
import type { PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { type Db, inTransaction } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import { notifySessionsEnded, notifyUser } from '../../messages/live/notify.ts'
import { lockSignedInUser } from '../disabling/disabled-account.ts'
import { consumeAssertion, type PasskeyDeps, requestOptions, verifyAssertion } from '../passkeys/assertion.ts'
import { readPasskeys } from '../passkeys/repository.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { hashPassword, isPassword } from '../session/password.ts'
import { deleteSession } from '../session/repository.ts'
import { consumePinAttempt, deleteLock, findLock, openLock, setLock } from './repository.ts'

/** Few, because a finder of the phone guesses. There are 9,000 PINs of four digits. */
const MAX_WRONG_PINS = 5

export async function readLock(db: Db, user: Caller): Promise<AppLock> {
  const [lock, passkeys] = await Promise.all([findLock(db, user.sessionId), readPasskeys(db, user.id)])
  return {
    digits: lock?.digits ?? null,
    after_minutes: lock?.after_minutes ?? null,
    locked: user.isLocked,
    has_passkeys: passkeys.length > 0,
  }
}

type NewLock = { pin: string; after_minutes: number; current_password: string }

/** Other pages of the session learn of the lock, which they must report to, and store nothing for use offline. */
export async function lockSession(db: Db, user: SignedIn, lock: NewLock): Promise<void> {
  await requireCurrentPassword(db, user, lock.current_password)
  await setLock(db, {
    sessionId: user.sessionId,
    pinHash: await hashPassword(lock.pin),
    digits: lock.pin.length,
    afterMinutes: lock.after_minutes,
  })
  await notifyUser(db, user.id, { type: 'session' })
}

export async function removeLock(db: Db, user: SignedIn, currentPassword: string): Promise<void> {
  await requireCurrentPassword(db, user, currentPassword)
  await deleteLock(db, user.sessionId)
  await notifyUser(db, user.id, { type: 'session' })
}

/** @throws Problem 422 `pin_invalid`; 401 for the fifth wrong PIN in a row, which ends the session */
export async function openByPin(db: Db, user: SignedIn, pin: string): Promise<void> {
  const attempt = await consumePinAttempt(db, user.sessionId)
  if (!attempt) return
  const left = MAX_WRONG_PINS - attempt.wrong_pins
  // Below zero: a concurrent request used the last attempt.
  const isRight = left >= 0 && (await isPassword(pin, attempt.pin_hash))
  if (isRight) return await openLock(db, user.sessionId)
  if (left > 0) {
    throw new Problem(422, 'pin_invalid', { attempts_left: left, errors: { pin: ['pin_invalid'] } })
  }
  await deleteSession(db, user.id, user.sessionId)
  await notifySessionsEnded(db, [user.sessionId])
  throw new Problem(401, 'unauthorized')
}

export async function startByPasskey(deps: PasskeyDeps, user: SignedIn): Promise<PasskeyRequestOptions> {
  await consumeUserBudget(deps.db, 'passkey:unlock', user.id, 240)
  const scope = { purpose: 'unlock', sessionId: user.sessionId } as const
  return await requestOptions(deps, scope, await readPasskeys(deps.db, user.id))
}

/** @throws Problem 422 `passkey_invalid`, 410 `passkey_expired`, 401 if the session has ended meanwhile */
export async function openByPasskey(deps: PasskeyDeps, user: SignedIn, assertion: PasskeyAssertion): Promise<void> {
  const scope = { purpose: 'unlock', sessionId: user.sessionId } as const
  const verified = await verifyAssertion(deps, assertion, scope, user.id)
  await inTransaction(deps.db, async (trx) => {
    await lockSignedInUser(trx, user)
    // Locks the session before its challenge, in the order in which ending a session locks them.
    await openLock(trx, user.sessionId)
    await consumeAssertion(trx, verified)
  })
}
