import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { type Budget, consumeEach, readRemaining, reset, restoreEach } from '../../http/rate-limit.ts'
import { budgets, GUESSING_LIMITS } from '../devices/guessing-limits.ts'
import { type Requester, sourceBudgets } from '../devices/requester.ts'
import type { PhoneOtpPurpose } from './otp-text.ts'
import { findLivingPhoneCodes } from './repository.ts'
import { isRightCode, type PreparedOtp, prepareOtp } from './service.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

type PhoneCodeRequest = { phone: string; purpose: PhoneOtpPurpose; requester: Requester }

/**
 * The limits of codes to a phone for all requesters without a known device together. One network can consume at most
 * half of them. Each requester also has an interval and five codes an hour; a known device has only these.
 */
function sendBudgets(purpose: string, phone: string, { network }: Requester): Budget[] {
  if (network === undefined) return []
  const toPhone = `otp:send:${purpose}:${phone}`
  const { sentToPhone } = GUESSING_LIMITS
  return [...budgets(`${toPhone}:${network}`, sentToPhone.network), ...budgets(toPhone, sentToPhone.anyone)]
}

/** The guesses of all codes of the phone, by a known device or by all other requesters together. */
function guessBudgets(phone: string, { key, network }: Requester): Budget[] {
  const { codes } = GUESSING_LIMITS
  if (network === undefined) return budgets(`otp:guess:${phone}:${key}`, codes.device)
  return budgets(`otp:guess:${phone}`, codes.anyone)
}

/**
 * Prepares a code for a phone, for a caller who is not signed in as its user. The budget of the address is not restored
 * after a failure.
 * @throws Problem 429 `otp_too_often`, `otp_blocked` with `retry_after`, by the requester's own limits or the common
 * ones
 */
export async function preparePhoneCode(
  deps: Deps,
  { phone, purpose, requester }: PhoneCodeRequest,
): Promise<PreparedOtp> {
  const { db } = deps
  const { key, network } = requester
  const { sent } = GUESSING_LIMITS
  const atSource =
    network === undefined
      ? []
      : [...budgets(`otp:send:${key}`, sent.address), ...budgets(`otp:send:${network}`, sent.network)]
  const sourceWait = await consumeEach(db, atSource)
  if (sourceWait !== null) throw new Problem(429, 'otp_too_often', { retry_after: sourceWait })
  const guesses = await readRemaining(db, guessBudgets(phone, requester))
  if (guesses.remaining === 0) throw new Problem(429, 'otp_blocked', { retry_after: guesses.wait })
  const toPhone = sendBudgets(purpose, phone, requester)
  const wait = await consumeEach(db, toPhone)
  if (wait !== null) throw new Problem(429, 'otp_too_often', { retry_after: wait })
  try {
    return await prepareOtp(deps, { subject: `${phone} ${key}`, purpose, phone })
  } catch (error) {
    await restoreEach(db, toPhone)
    throw error
  }
}

type PhoneCodeGuess = { phone: string; code: string; requester: Requester; purpose?: PhoneOtpPurpose }

/**
 * Returns the id of the code, which `consumeOtp` consumes in the transaction of the action. A code is valid at any
 * address, because a phone changes between Wi-Fi and mobile network. Without a purpose, a code of any purpose counts.
 * @throws Problem 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked` with `retry_after`
 */
export async function verifyPhoneCode(
  deps: Deps,
  { phone, code, requester, purpose }: PhoneCodeGuess,
): Promise<number> {
  const { db, settings } = deps
  const source = sourceBudgets('otp:guess', requester)
  const sourceWait = await consumeEach(db, source)
  if (sourceWait !== null) throw new Problem(429, 'otp_blocked', { retry_after: sourceWait })
  const living = await findLivingPhoneCodes(db, phone, purpose)
  // No row is stored for a phone without a code, because an anonymous client could name any phone.
  if (living.length === 0) throw new Problem(410, 'otp_expired')
  const atPhone = guessBudgets(phone, requester)
  const wait = await consumeEach(db, atPhone)
  if (wait !== null) throw new Problem(429, 'otp_blocked', { retry_after: wait })
  const right = living.find((otp) => isRightCode(settings, otp, code))
  if (right) {
    await restoreEach(db, source)
    await reset(db, atPhone)
    return right.id
  }
  const left = await readRemaining(db, atPhone)
  throw left.remaining > 0
    ? new Problem(422, 'otp_invalid', { attempts_left: left.remaining })
    : new Problem(429, 'otp_blocked', { retry_after: left.wait })
}
