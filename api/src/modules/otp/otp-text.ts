import type { UserOtpPurpose } from '@portal/shared/contracts/otp'

export type OtpPurpose = UserOtpPurpose | 'registration' | 'recovery' | 'phone'

const purposes = {
  card: 'добавления карты',
  sbp: 'добавления телефона СБП',
  payout: 'вывода средств',
  transfer: 'перевода средств',
  passkey: 'добавления ключа доступа',
  registration: 'регистрации',
  recovery: 'восстановления пароля',
  phone: 'смены телефона',
} satisfies Record<OtpPurpose, string>

type OtpMessage = { purpose: OtpPurpose; code: string; host: string; about?: string | undefined }

/** The last line lets the browser fill the code in, on the page of this host alone (WebOTP). */
export function otpText({ purpose, code, host, about }: OtpMessage): string {
  const deed = about ? `${purposes[purpose]} ${about}` : purposes[purpose]
  return `Чаевые: ${code} — код для ${deed}. Никому не говорите код.\n\n@${host} #${code}`
}
