import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeEach, remainingOf, reset, restoreEach } from '../../http/rate-limit.ts'
import type { PhoneOtpPurpose } from './otp-text.ts'
import { guessBudgets, ownGuesses, sendBudgets } from './phone-code-budget.ts'
import { livingPhoneCodes } from './repository.ts'
import type { Requester } from './requester.ts'
import { isCodeOf, type PreparedOtp, prepareOtp } from './service.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

type PhoneCodeRequest = { phone: string; purpose: PhoneOtpPurpose; requester: Requester }

/**
 * Sends a code to a phone, for a caller who is not signed in as its user.
 * @throws Problem 429 `otp_too_often`, `otp_blocked` with `retry_after`: the requester's own, or that of all strangers
 */
export async function preparePhoneCode(
  deps: Deps,
  { phone, purpose, requester }: PhoneCodeRequest,
): Promise<PreparedOtp> {
  const { remaining, wait: blocked } = await remainingOf(deps.db, ownGuesses(phone, requester))
  if (remaining === 0) throw new Problem(429, 'otp_blocked', { retry_after: blocked })
  const budgets = sendBudgets(purpose, phone, requester)
  const wait = await consumeEach(deps.db, budgets)
  if (wait !== null) throw new Problem(429, 'otp_too_often', { retry_after: wait })
  try {
    return await prepareOtp(deps, { subject: `${phone} ${requester.key}`, purpose, phone })
  } catch (error) {
    await restoreEach(deps.db, budgets)
    throw error
  }
}

type PhoneCodeGuess = { phone: string; code: string; requester: Requester; purpose?: PhoneOtpPurpose }

/**
 * Returns the id of the code, which `consumeOtp` consumes in the transaction of what it allows. A code holds at any address,
 * since it changes between Wi-Fi and mobile network; wrong guesses count for their requester alone. Without a purpose, a
 * code of any purpose counts.
 * @throws Problem 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked` with `retry_after`
 */
export async function verifyPhoneCode(
  deps: Deps,
  { phone, code, requester, purpose }: PhoneCodeGuess,
): Promise<number> {
  const { db, settings } = deps
  const budgets = guessBudgets(phone, requester)
  const wait = await consumeEach(db, budgets)
  if (wait !== null) throw new Problem(429, 'otp_blocked', { retry_after: wait })
  const sent = await livingPhoneCodes(db, phone, purpose)
  const right = sent.find((otp) => isCodeOf(settings, otp, code))
  if (right || sent.length === 0) await restoreEach(db, budgets)
  if (sent.length === 0) throw new Problem(410, 'otp_expired')
  const own = ownGuesses(phone, requester)
  if (right) {
    await reset(db, own)
    return right.id
  }
  const { remaining, wait: blocked } = await remainingOf(db, own)
  throw remaining > 0
    ? new Problem(422, 'otp_invalid', { attempts_left: remaining })
    : new Problem(429, 'otp_blocked', { retry_after: blocked })
}
