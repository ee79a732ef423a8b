import type { UserOtpPurpose } from '@portal/shared/contracts/otp'

export type OtpPurpose = UserOtpPurpose | 'registration' | 'recovery' | 'phone'

const purposes = {
  card: 'добавления карты',
  sbp: 'добавления телефона СБП',
  payout: 'вывода средств',
  transfer: 'перевода средств',
  registration: 'регистрации',
  recovery: 'восстановления пароля',
  phone: 'смены телефона',
} satisfies Record<OtpPurpose, string>

/** The last line lets the browser fill the code in, on the page of this host alone (WebOTP). */
export function otpText(purpose: OtpPurpose, code: string, host: string): string {
  return `Чаевые: ${code} — код для ${purposes[purpose]}. Никому не говорите код.\n\n@${host} #${code}`
}
