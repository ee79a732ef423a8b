import { maskPhone } from '@portal/contracts/phone-text'
import type { User } from '@portal/contracts/session'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { requireEnabledUser } from '../disabling/disabled-account.ts'
import { notifySessionsEnded } from '../live/notify.ts'
import { consumeAttempt, restoreAttempt } from './login-budget.ts'
import { isPassword } from './password.ts'
import {
  addSession,
  deleteSession,
  deleteSessionsOf,
  deleteSurplusSessions,
  findUserByPhone,
  getUserRow,
  getUserRowWithSeq,
} from './repository.ts'
import { hashToken, newToken } from './token.ts'

type Deps = Pick<AppDependencies, 'db'>

type LoginRequest = {
  phone: string
  password: string
  remembered: boolean
  ip: string
  userAgent: string
  /** The browser, if the user of this phone has signed in there before. */
  deviceId: string | undefined
}

/** @throws Problem 401 `invalid_credentials` (never which), 429 `login_locked`, and after a right password 403 `account_disabled` */
export async function signIn({ db }: Deps, request: LoginRequest): Promise<{ user: User; token: string }> {
  const attempt = await consumeAttempt(db, request)
  if ('wait' in attempt) throw new Problem(429, 'login_locked', { retry_after: attempt.wait })
  const row = await findUserByPhone(db, request.phone)
  if (!(await isPassword(request.password, row?.password_hash)) || !row) throw new Problem(401, 'invalid_credentials')
  await restoreAttempt(db, request, attempt.consumed)
  return { user: toUser(row), token: await openSession(db, { ...request, userId: row.id }) }
}

/** More than a user has browsers; repeated sign-ins must not fill the disk. */
const MAX_UNUSED_SESSIONS = 100

/** Opens a session and returns the token for its cookie. @throws Problem 403 `account_disabled` */
export async function openSession(
  db: Db,
  { userId, remembered, userAgent }: { userId: string; remembered: boolean; userAgent: string },
): Promise<string> {
  await requireEnabledUser(db, userId)
  const token = newToken()
  await addSession(db, { tokenHash: hashToken(token), userId, remembered, userAgent: userAgent.slice(0, 300) })
  await notifySessionsEnded(db, await deleteSurplusSessions(db, userId, MAX_UNUSED_SESSIONS))
  return token
}

export async function endSession({ db }: Deps, token: string): Promise<void> {
  const id = await deleteSession(db, hashToken(token))
  if (id) await notifySessionsEnded(db, [id])
}

/** Ends all sessions of the user except the given one. Call it after commit. */
export async function endSessionsOf(db: Db, userId: string, exceptSessionId?: string): Promise<void> {
  await notifySessionsEnded(db, await deleteSessionsOf(db, userId, exceptSessionId))
}

export async function getUser({ db }: Deps, userId: string): Promise<User> {
  return toUser(await getUserRow(db, userId))
}

/** `liveSeq`: the number of the user's newest hint. */
export async function getUserWithSeq({ db }: Deps, userId: string): Promise<{ user: User; liveSeq: number }> {
  const row = await getUserRowWithSeq(db, userId)
  return { user: toUser(row), liveSeq: row.live_seq }
}

function toUser(row: Awaited<ReturnType<typeof getUserRow>>): User {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phone_masked: maskPhone(row.phone),
    photo_url: row.photo_url,
  }
}
