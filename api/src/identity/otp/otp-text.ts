import type { UserOtpPurpose } from '@portal/contracts/otp'
import { inFewestSegments } from '../../messages/sms/sms.ts'

/** The purposes of codes that are sent to a phone, not to a signed-in user. */
export const phoneOtpPurposes = ['registration', 'recovery', 'phone'] as const
export type PhoneOtpPurpose = (typeof phoneOtpPurposes)[number]

export type OtpPurpose = UserOtpPurpose | PhoneOtpPurpose

export const phoneOtpTitles = {
  registration: 'регистрации',
  recovery: 'восстановления пароля',
  phone: 'смены телефона',
} satisfies Record<PhoneOtpPurpose, string>

/**
 * The text of a message. It begins with the name of the portal and has as few segments as possible; the full warning
 * stands only if it costs no further segment. The last line lets the browser fill in the code, but only on a page of
 * this host (WebOTP).
 */
export function otpText({ title, code, host }: { title: string; code: string; host: string }): string {
  const lastLine = `\n@${host} #${code}`
  return inFewestSegments([
    `Чаевые: ${code} — код для ${title}. Никому не говорите код.${lastLine}`,
    `Чаевые: ${code} — код для ${title}. Никому не говорите.${lastLine}`,
    `Чаевые: ${code} — код для ${title}${lastLine}`,
  ])
}
