import type { AppDependencies } from '../../http/app-dependencies.ts'

/** Events that are reported to the user's phone, so that a thief of a session cannot hide them. */
export type SecurityEvent =
  | { type: 'password_changed' | 'new_device' }
  | { type: 'password_recovered'; deletedPasskeys: number }
  | { type: 'phone_changed'; to: string }
  | { type: 'phone_change_requested'; to: string; at: Date }
  | { type: 'card_added'; last4: string }
  | { type: 'passkey_added'; label: string }
  | { type: 'passkey_removed'; addedAt: Date }
  | { type: 'sbp_phone_added' | 'sbp_bank_changed'; phone: string; bank: string }

export type NoticeDeps = Pick<AppDependencies, 'sms' | 'log' | 'settings'>

/** Sends a message without a code to a phone; call it after commit. It is not awaited, and a failure is only logged. */
export function sendSecurityNotice({ sms, log, settings }: NoticeDeps, phone: string, event: SecurityEvent): void {
  const { host } = new URL(settings.origin)
  sms
    .send({ phone, text: `Чаевые: ${whatHappened(event)}. Если это не вы, ${whatToDo(event, host)}.` })
    .catch((err: unknown) => log.error({ err, event: event.type }, 'security notice not sent'))
}

function whatHappened(event: SecurityEvent): string {
  switch (event.type) {
    case 'password_changed':
      return 'пароль изменён'
    case 'password_recovered':
      return `пароль восстановлен по коду из СМС${event.deletedPasskeys > 0 ? ', новые ключи доступа удалены' : ''}`
    case 'new_device':
      return 'вход с нового устройства'
    case 'phone_changed':
      return `телефон для входа сменён на •• ${event.to.slice(-2)}`
    case 'phone_change_requested':
      return `${moscowTime.format(event.at)} (МСК) телефон для входа сменится на •• ${event.to.slice(-2)}`
    case 'card_added':
      return `добавлена карта •• ${event.last4}`
    case 'passkey_added':
      return `добавлен ключ доступа (${event.label})`
    case 'passkey_removed':
      // Without the name: a thief may have written it.
      return `удалён ключ доступа, добавленный ${moscowDay.format(event.addedAt)}`
    case 'sbp_phone_added':
      return `добавлен телефон СБП •• ${event.phone.slice(-2)}, ${event.bank}`
    case 'sbp_bank_changed':
      return `банк телефона СБП •• ${event.phone.slice(-2)} сменён на ${event.bank}`
  }
}

function whatToDo({ type }: SecurityEvent, host: string): string {
  // The old phone can no longer recover the account.
  if (type === 'phone_changed') return 'сразу сообщите менеджеру ресторана'
  if (type === 'phone_change_requested') return `отмените смену: ${host}/settings/phone`
  // A new password alone leaves the passkey as it is.
  if (type === 'passkey_added') return `смените пароль и удалите ключ: ${host}/settings/passkeys`
  return `восстановите пароль: ${host}/password/recovery`
}

const moscowDay = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', day: 'numeric', month: 'long' })

const moscowTime = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})
