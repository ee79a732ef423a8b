import { dayIn } from '@portal/contracts/calendar'
import { dayText, timeText } from '@portal/contracts/date-text'
import { inFewestSegments } from '../../messages/sms/sms.ts'

/** A payout method as messages name it. */
export type NamedMethod = NamedCard | { type: 'sbp'; phone: string }

/** `last4` is null for a card whose digits only the caller has told, because a thief may have chosen them. */
type NamedCard = { type: 'card'; last4: string | null }

/** Events that are reported to the user's phone, because a thief of a session could hide other reports. */
export type SecurityEvent =
  | { type: 'password_changed' | 'new_device' | 'account_deleted' }
  | { type: 'password_recovered'; deletedPasskeys: number }
  | { type: 'phone_changed'; to: string }
  | { type: 'phone_change_requested'; to: string; at: Date }
  | { type: 'card_added'; last4: string | null }
  | { type: 'passkey_added'; label: string }
  | { type: 'passkey_removed'; addedAt: Date }
  | { type: 'sbp_phone_added' | 'sbp_bank_changed'; phone: string; bank: string }
  | { type: 'method_removed' | 'method_made_default' | 'auto_withdrawal_set'; method: NamedMethod }
  | { type: 'auto_withdrawal_stopped' }
  | { type: 'dismissed'; restaurant: string }

/** The text of a message. It begins with the name of the portal and explains as much as its segments hold. */
export function noticeText(event: SecurityEvent, host: string): string {
  if (event.type === 'auto_withdrawal_stopped') return `Чаевые: автовывод остановлен. Подробнее: ${host}/out/auto`
  if (event.type === 'dismissed') {
    const left = `Чаевые: вас убрали из команды «${event.restaurant}»`
    return inFewestSegments([
      `${left}. Деньги на балансе остаются вашими, вывести их можно в любой момент: ${host}`,
      `${left}. Деньги ваши: ${host}`,
    ])
  }
  const { whole, short = whole } = whatHappened(event)
  const todo = whatToDo(event, host)
  return inFewestSegments([
    `Чаевые: ${whole}. Если это не вы, ${todo.whole}.`,
    `Чаевые: ${short}. Не вы? ${todo.short}`,
  ])
}

type Wording = { whole: string; short?: string }

/** Something that a thief may have done. */
type SuspiciousEvent = Exclude<SecurityEvent, { type: 'auto_withdrawal_stopped' | 'dismissed' }>

function whatHappened(event: SuspiciousEvent): Wording {
  switch (event.type) {
    case 'password_changed':
      return { whole: 'пароль изменён' }
    case 'password_recovered':
      return {
        whole: `пароль восстановлен по коду из СМС${event.deletedPasskeys > 0 ? ', новые ключи доступа удалены' : ''}`,
        short: `пароль восстановлен${event.deletedPasskeys > 0 ? ', новые ключи удалены' : ''}`,
      }
    case 'new_device':
      return { whole: 'вход с нового устройства' }
    case 'account_deleted':
      return { whole: 'аккаунт удалён' }
    case 'phone_changed':
      return { whole: `телефон для входа сменён на •• ${event.to.slice(-2)}` }
    case 'phone_change_requested':
      return {
        whole: `${moscowDay(event.at)}, ${timeText(event.at, 'Europe/Moscow')} (МСК) телефон для входа сменится на •• ${event.to.slice(-2)}`,
      }
    case 'card_added':
      return { whole: `добавлена ${event.last4 === null ? 'новая карта' : `карта •• ${event.last4}`}` }
    case 'passkey_added':
      return { whole: `добавлен ключ доступа (${event.label})`, short: 'добавлен ключ доступа' }
    case 'passkey_removed': {
      // The name of the passkey is left out, because a thief may have chosen it.
      const day = moscowDay(event.addedAt)
      return { whole: `удалён ключ доступа, добавленный ${day}`, short: `удалён ключ от ${day}` }
    }
    case 'sbp_phone_added': {
      const phone = event.phone.slice(-2)
      return {
        whole: `добавлен телефон СБП •• ${phone}, ${event.bank}`,
        short: `для СБП добавлен •• ${phone}, ${event.bank}`,
      }
    }
    case 'sbp_bank_changed': {
      const phone = event.phone.slice(-2)
      return {
        whole: `банк телефона СБП •• ${phone} сменён на ${event.bank}`,
        short: `сменён банк СБП: ${event.bank}`,
      }
    }
    case 'method_removed':
      return event.method.type === 'card'
        ? { whole: event.method.last4 === null ? 'удалена карта' : `удалена карта •• ${event.method.last4}` }
        : { whole: `удалён телефон СБП •• ${event.method.phone.slice(-2)}` }
    case 'method_made_default':
      return event.method.type === 'card'
        ? { whole: `вывод теперь на ${toCard(event.method)}` }
        : { whole: `вывод теперь на телефон СБП •• ${event.method.phone.slice(-2)}` }
    case 'auto_withdrawal_set':
      return event.method.type === 'card'
        ? { whole: `настроен автовывод на ${toCard(event.method)}` }
        : { whole: `настроен автовывод на СБП •• ${event.method.phone.slice(-2)}` }
  }
}

function toCard({ last4 }: NamedCard): string {
  return last4 === null ? 'новую карту' : `карту •• ${last4}`
}

function whatToDo({ type }: SecurityEvent, host: string): Required<Wording> {
  // This phone can no longer recover the account.
  if (type === 'phone_changed' || type === 'account_deleted')
    return { whole: 'сразу сообщите менеджеру ресторана', short: 'Сообщите менеджеру' }
  if (type === 'phone_change_requested') {
    return { whole: `отмените смену: ${host}/settings/phone`, short: `${host}/settings/phone` }
  }
  // Only a new password leaves the passkey as it is.
  if (type === 'passkey_added') {
    return { whole: `смените пароль и удалите ключ: ${host}/settings/passkeys`, short: `${host}/settings/passkeys` }
  }
  return { whole: `восстановите пароль: ${host}/password/recovery`, short: `${host}/password/recovery` }
}

function moscowDay(at: Date): string {
  return dayText(dayIn('Europe/Moscow', at))
}
