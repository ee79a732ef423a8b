import { type OtpSent, sendOtp } from '@portal/shared/contracts/otp'
import { call } from '@portal/shared/http/call'

type SentCode = { phone: string; answer: OtpSent; resendAt: number }

/**
 * Sends a code to a phone, unless one is on its way there that may not be sent again yet: whoever went a step back
 * returns to the code that has come.
 */
export function codeSender(type: 'registration' | 'recovery'): (phone: string) => Promise<OtpSent> {
  let last: SentCode | undefined
  return async (phone) => {
    const wait = last?.phone === phone ? Math.ceil((last.resendAt - Date.now()) / 1000) : 0
    if (last && wait > 0) return { ...last.answer, resend_in: wait }
    const answer = await call(sendOtp, { params: { type }, body: { phone_number: phone } })
    last = { phone, answer, resendAt: Date.now() + answer.resend_in * 1000 }
    return answer
  }
}
