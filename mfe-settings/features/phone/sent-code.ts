import type { OtpSent } from '@portal/shared/contracts/otp'

type SentCode = { phone: string; answer: OtpSent; resendAt: number }

/**
 * Sends a code to a phone, unless one is on its way there that may not be sent again yet: whoever closed the step of the
 * code, to mend the password, comes back to the code that has come.
 */
export function codeSender(ask: (phone: string) => Promise<OtpSent>): (phone: string) => Promise<OtpSent> {
  let last: SentCode | undefined
  return async (phone) => {
    const wait = last?.phone === phone ? Math.ceil((last.resendAt - Date.now()) / 1000) : 0
    if (last && wait > 0) return { ...last.answer, resend_in: wait }
    const answer = await ask(phone)
    last = { phone, answer, resendAt: Date.now() + answer.resend_in * 1000 }
    return answer
  }
}
