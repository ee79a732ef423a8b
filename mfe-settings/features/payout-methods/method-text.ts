import type { PayoutMethod } from '@portal/contracts/payout-method'
import type { CardNetwork } from '@portal/contracts/vault'

const networkNames = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' } satisfies Record<CardNetwork, string>

/** `Мир •• 1234`; the digits stay behind their dots. */
export function cardTitle(network: CardNetwork, last4: string): string {
  return `${networkNames[network]} ••\u00A0${last4}`
}

/** `Мир •• 1234`, `СБП · Сбербанк` */
export function methodTitle(method: PayoutMethod): string {
  return method.type === 'card' ? cardTitle(method.network, method.last4) : `СБП · ${method.bank_name}`
}

/** `Сбербанк · Зарплатная`, `+7 (900) •••-••-67` */
export function methodNote(method: PayoutMethod): string {
  return [method.type === 'card' ? method.bank_name : method.phone_masked, method.label].filter(Boolean).join(' · ')
}

/** Returns the object of «Удалить …?»: `карту •• 1234`, `телефон +7 (900) •••-••-67`. */
export function methodObject(method: PayoutMethod): string {
  return method.type === 'card' ? `карту ••\u00A0${method.last4}` : `телефон ${method.phone_masked}`
}

export function editPath({ type, id }: PayoutMethod): string {
  return `/settings/${type === 'card' ? 'cards' : 'sbp-phones'}/${id}/edit`
}

export const listPath = '/settings/payout-methods'

/** Errors of СБП about a phone or its bank, by the API's code. */
export const sbpErrorTexts = {
  sbp_not_connected: 'Номер не подключён к СБП в этом банке',
  sbp_phone_exists: 'Этот номер уже добавлен',
  bank_unknown: 'Выберите банк из списка',
  sbp_unavailable: 'СБП временно недоступна. Попробуйте через минуту.',
}
