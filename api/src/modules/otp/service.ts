import type { OtpSent } from '@portal/shared/contracts/otp'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'

export type OtpPurpose = 'card' | 'sbp' | 'payout' | 'transfer' | 'registration' | 'recovery' | 'phone'

/** `subject`: a signed-in user's id, or the phone of somebody who is not. */
export type OtpRequest = { subject: string; purpose: OtpPurpose; phone: string }

/** @throws Problem 429 `otp_too_often`, `otp_blocked`; 503 `sms_unavailable` */
export async function sendOtpCode(
  _deps: Pick<AppDependencies, 'db' | 'settings' | 'sms'>,
  _request: OtpRequest,
): Promise<OtpSent> {
  throw new Error('not yet')
}

/**
 * The id of the code, which `consumeOtp` uses up in the transaction of what it allows. Call it outside of any
 * transaction: a wrong guess must stay counted whatever happens next.
 * @throws Problem 422 `otp_invalid` with `attempts_left`, 410 `otp_expired`, 429 `otp_blocked` with `retry_after`
 */
export async function verifyOtp(
  _deps: Pick<AppDependencies, 'db' | 'settings'>,
  _guess: { subject: string; purpose: OtpPurpose; code: string },
): Promise<number> {
  throw new Error('not yet')
}

/** Uses a verified code up, once. @throws Problem 410 `otp_expired` when another call was faster */
export async function consumeOtp(_trx: Db, _otpId: number): Promise<void> {
  throw new Error('not yet')
}
