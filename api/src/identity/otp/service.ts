import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { OTP_DIGITS, type OtpSent } from '@portal/contracts/otp'
import { maskPhone } from '@portal/contracts/phone-text'
import type { Db } from '../../db/connect.ts'
import { inTurn } from '../../db/in-turn.ts'
import { Problem } from '../../http/problem.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { acceptSecret } from '../../settings/secrets.ts'
import type { Confirmation } from '../dependencies.ts'
import { type OtpPurpose, otpText, type PhoneOtpPurpose, phoneOtpTitles } from './otp-text.ts'
import {
  addOtp,
  countWrongGuess,
  deleteOtp,
  lockLatest,
  lockSubject,
  markConsumed,
  readBlockSeconds,
  readRecentCodes,
} from './repository.ts'
import { resendIn } from './resend.ts'

/**
 * `subject`: the id of a signed-in user, or a phone with its requester, so that nobody else consumes a user's codes.
 */
export type OtpRequest = { subject: string; phone: string } & (Confirmation | { purpose: PhoneOtpPurpose })

type OtpDeps = Pick<MessageDependencies, 'db' | 'settings'>

const LIFETIME_SECONDS = 5 * 60
const BLOCK_SECONDS = 15 * 60
const MAX_ATTEMPTS = 5

/** A code that is stored but not sent yet. */
export type PreparedOtp = { id: number; message: { phone: string; text: string; code: string }; sent: OtpSent }

/** @throws Problem 429 `otp_too_often`, `otp_blocked` with `retry_after` */
export async function prepareOtp({ db, settings }: OtpDeps, request: OtpRequest): Promise<PreparedOtp> {
  const { subject, purpose, phone } = request
  const { boundTo, title } = 'boundTo' in request ? request : { boundTo: null, title: phoneOtpTitles[request.purpose] }
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
  const hmac = codeHmac(settings.otpPeppers[0].value, request, code)
  const store = async (trx: Db): Promise<PreparedOtp> => {
    await lockSubject(trx, subject)
    await requireUnblocked(trx, subject)
    const sent = await readRecentCodes(trx, subject)
    const wait = resendIn(sent, { purpose, boundTo })
    if (wait > 0) throw new Problem(429, 'otp_too_often', { retry_after: wait })
    const id = await addOtp(trx, {
      subject,
      purpose,
      phone,
      boundTo,
      hmac,
      attempts: MAX_ATTEMPTS,
      lifetime: LIFETIME_SECONDS,
    })
    return {
      id,
      message: {
        phone,
        code,
        text: otpText({ title, code, host: new URL(settings.origin).hostname }),
      },
      sent: {
        expires_in: LIFETIME_SECONDS,
        resend_in: resendIn([{ purpose, boundTo, age: 0, isUsed: false }, ...sent], { purpose, boundTo }),
        digits: OTP_DIGITS,
        phone_masked: maskPhone(phone),
      },
    }
  }
  return await inTurn([`otp:${subject}`], () => db.transaction().execute(store))
}

/** @throws Problem as `prepareOtp`, and 503 `sms_unavailable` if no code was sent; the call may be repeated */
export async function sendOtpCode(
  deps: OtpDeps & Pick<MessageDependencies, 'sms' | 'log'>,
  request: OtpRequest,
): Promise<OtpSent> {
  const { id, message, sent } = await prepareOtp(deps, request)
  try {
    await deps.sms.send(message)
  } catch (err) {
    deps.log.error({ err }, 'code not sent')
    await deleteOtp(deps.db, id)
    throw new Problem(503, 'sms_unavailable', { retry_after: 30 })
  }
  return sent
}

/**
 * Returns the id of the code, which `consumeOtp` consumes in the transaction of the action. Call it outside of any
 * transaction, so that a wrong guess stays counted. Without a purpose, the newest code of any purpose counts.
 * @param boundTo the actions that it may be bound to; a code for another action is ignored and no guess is counted
 * @throws Problem 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked` with `retry_after`
 */
export async function verifyOtp(
  { db, settings }: OtpDeps,
  {
    subject,
    purpose,
    code,
    boundTo,
  }: { subject: string; purpose?: OtpPurpose; code: string; boundTo?: readonly string[] },
): Promise<number> {
  const guess = async (trx: Db): Promise<number | Problem> => {
    await requireUnblocked(trx, subject)
    const otp = await lockLatest(trx, subject, { purpose, boundTo })
    // The last guess may have been made while this request waited for the lock.
    if (otp && otp.attempts_left === 0) await requireUnblocked(trx, subject)
    if (!otp || otp.expired || otp.attempts_left === 0) return new Problem(410, 'otp_expired')
    if (isRightCode(settings, { subject, purpose: otp.purpose, code_hmac: otp.code_hmac }, code)) return otp.id
    const left = await countWrongGuess(trx, otp.id, BLOCK_SECONDS)
    return left > 0
      ? new Problem(422, 'otp_invalid', { attempts_left: left })
      : new Problem(429, 'otp_blocked', { retry_after: BLOCK_SECONDS })
  }
  const verdict = await inTurn([`otp:${subject}`], () => db.transaction().execute(guess))
  // Thrown after the transaction, because an error inside of it would roll the counted guess back.
  if (verdict instanceof Problem) throw verdict
  return verdict
}

/** Consumes a verified code. @throws Problem 410 `otp_expired` if another request was faster */
export async function consumeOtp(trx: Db, otpId: number): Promise<void> {
  if (!(await markConsumed(trx, otpId))) throw new Problem(410, 'otp_expired')
}

async function requireUnblocked(trx: Db, subject: string): Promise<void> {
  const wait = await readBlockSeconds(trx, subject)
  if (wait > 0) throw new Problem(429, 'otp_blocked', { retry_after: wait })
}

type StoredOtp = { subject: string; purpose: string; code_hmac: Buffer }

/** Compares with all peppers, because another process may have sent the code with the previous or the next one. */
export function isRightCode(
  { otpPeppers }: Pick<MessageDependencies['settings'], 'otpPeppers'>,
  otp: StoredOtp,
  code: string,
): boolean {
  return acceptSecret('OTP_PEPPER', otpPeppers, (pepper) => timingSafeEqual(otp.code_hmac, codeHmac(pepper, otp, code)))
}

/** Hashes a code with the pepper. Without a pepper, a reader of the table could test all million codes in a second. */
export function codeHmac(
  pepper: Buffer,
  { subject, purpose }: { subject: string; purpose: string },
  code: string,
): Buffer {
  return createHmac('sha256', pepper).update(`${subject}\n${purpose}\n${code}`).digest()
}
