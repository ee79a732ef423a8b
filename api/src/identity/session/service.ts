import { setTimeout as delay } from 'node:timers/promises'
import { maskPhone } from '@portal/contracts/phone-text'
import type { User } from '@portal/contracts/session'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { addUserEvent } from '../../base/audit/audit.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consume, consumeUserBudget } from '../../http/rate-limit.ts'
import type { SignedIn } from '../../http/route.ts'
import { notifySessionsEnded, notifyTokenRenewed } from '../../messages/live/notify.ts'
import { requestContext } from '../../process/request-context.ts'
import type { Requester } from '../devices/requester.ts'
import { type OwnerProof, renewCodes } from '../otp/renew-codes.ts'
import { findUserByPhone, getUserRow, setPasswordHash } from '../users/repository.ts'
import { consumeAttempt, restoreAttempt } from './login-budget.ts'
import { comparePassword, hashPassword, isPassword } from './password.ts'
import {
  addSession,
  deleteIdleSessions,
  deleteSessionByToken,
  deleteUserSessions,
  setSessionToken,
} from './repository.ts'
import { hashToken, newToken } from './token.ts'

type Deps = Pick<AppDependencies, 'db'>

type LoginRequest = {
  phone: string
  password: string
  remembered: boolean
  userAgent: string
  requester: Requester
}

/**
 * @throws Problem 401 `invalid_credentials` for a wrong phone or password, 429 `login_locked`, and after a right
 * password 403 `account_disabled`
 */
export async function signIn({ db }: Deps, request: LoginRequest): Promise<{ user: User; token: string }> {
  const startedAt = performance.now()
  const attempt = await consumeAttempt(db, request.phone, request.requester)
  if ('wait' in attempt) {
    if (attempt.lockedFor !== undefined) await hideComparison(startedAt)
    throw new Problem(429, 'login_locked', { retry_after: attempt.wait })
  }
  const row = await findUserByPhone(db, request.phone)
  const comparison = await comparePassword(request.password, row?.password_hash)
  if (comparison === 'wrong' || !row) {
    if (attempt.lockedFor === undefined) throw new Problem(401, 'invalid_credentials')
    await hideComparison(startedAt)
    throw new Problem(429, 'login_locked', { retry_after: attempt.lockedFor })
  }
  const newHash = comparison === 'outdated' ? await hashPassword(request.password) : undefined
  const token = await db.transaction().execute(async (trx) => {
    // If the phone or the password was changed meanwhile, that has ended all sessions but not this new one.
    const { phone, passwordHash } = await lockEnabledUser(trx, row.id)
    const isSamePassword = async () =>
      passwordHash === row.password_hash || (await isPassword(request.password, passwordHash))
    if (phone !== request.phone || !(await isSamePassword())) throw new Problem(401, 'invalid_credentials')
    if (newHash !== undefined) await setPasswordHash(trx, row.id, newHash)
    return await openSession(trx, { ...request, userId: row.id, by: 'password' })
  })
  await restoreAttempt(db, request.phone, request.requester, attempt.consumed)
  return { user: toUser(row), token }
}

/** Longer than the comparison of a password takes. */
const LOCKED_RESPONSE_MS = 250

/**
 * All responses to a locked address take the same time. Otherwise the time would show for which phones a password is
 * compared.
 */
async function hideComparison(startedAt: number): Promise<void> {
  requestContext()?.releaseSlot()
  await delay(Math.max(0, startedAt + LOCKED_RESPONSE_MS - performance.now()))
}

/** More than a user has browsers. Repeated sign-ins must not fill the disk. */
const MAX_UNUSED_SESSIONS = 100

/** `by`: how the user has signed in. */
type NewSession = {
  userId: string
  remembered: boolean
  userAgent: string
  by: 'password' | 'passkey' | 'registration'
}

const MAX_SIGN_INS_AN_HOUR = 60
/**
 * Further sign-ins of an hour are not recorded, because a program could fill the audit trail, which lasts for years.
 */
const MAX_RECORDED_SIGN_INS = { max: 5, window: 60 * 60 }

/**
 * Opens a session of a user whom the caller has locked or created, and returns the token for its cookie.
 * @throws Problem 429 `too_often`
 */
export async function openSession(db: Db, { userId, remembered, userAgent, by }: NewSession): Promise<string> {
  const token = newToken()
  await inTransaction(db, async (trx) => {
    await consumeUserBudget(trx, 'sign-in', userId, MAX_SIGN_INS_AN_HOUR)
    await addSession(trx, { tokenHash: hashToken(token), userId, remembered, userAgent: userAgent.slice(0, 300) })
    const isRecorded = (await consume(trx, { key: `audit:sign-in:${by}:${userId}`, ...MAX_RECORDED_SIGN_INS })) === null
    if (isRecorded) await addUserEvent(trx, userId, 'user_signed_in', { after: { by, remembered } })
  })
  await notifySessionsEnded(db, await deleteIdleSessions(db, userId, MAX_UNUSED_SESSIONS))
  return token
}

export async function endSession({ db }: Deps, token: string): Promise<void> {
  const id = await deleteSessionByToken(db, hashToken(token))
  if (id) await notifySessionsEnded(db, [id])
}

/**
 * Ends all sessions of the user except the given one, and the valid codes. The streams of their pages close at the
 * commit. `proof`: how the user has proved to own the account.
 */
export async function endUserSessions(
  trx: Db,
  userId: string,
  { proof, exceptSessionId }: { proof: OwnerProof; exceptSessionId?: string },
): Promise<void> {
  await notifySessionsEnded(trx, await deleteUserSessions(trx, userId, exceptSessionId))
  await renewCodes(trx, userId, proof)
}

export async function getUser({ db }: Deps, userId: string): Promise<User> {
  return toUser(await getUserRow(db, userId))
}

export function toUser(row: Awaited<ReturnType<typeof getUserRow>>): User {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phone_masked: maskPhone(row.phone),
    photo_url: row.photo_url,
  }
}

/** The content of the session's cookie. */
export type RenewedToken = { token: string; remembered: boolean }

/**
 * Continues the user's session with a new token, because the previous one may be stolen. Runs in the transaction of the
 * change; event streams that were opened with the previous token end at its commit.
 * @throws Problem 401 `unauthorized` if the session has ended meanwhile
 */
export async function renewToken(trx: Db, { sessionId }: SignedIn): Promise<RenewedToken> {
  const token = newToken()
  const session = await setSessionToken(trx, sessionId, hashToken(token))
  if (!session) throw new Problem(401, 'unauthorized')
  await notifyTokenRenewed(trx, sessionId)
  return { token, remembered: session.remembered }
}
