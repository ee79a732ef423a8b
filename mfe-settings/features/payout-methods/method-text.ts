import { formatRubles } from '@portal/contracts/money-text'
import { LOWERED_LIMIT_RUBLES, type PayoutMethod, type PayoutTerms } from '@portal/contracts/payout-method'
import type { CardNetwork } from '@portal/contracts/vault'
import { formatMoment } from '@portal/shared/format/date'
import { feeText } from '@portal/shared/format/fee-text'

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

/** Returns the object of «Удалить …?»: `карту •• 1234`, `телефон СБП +7 (900) •••-••-67`. */
export function methodObject(method: PayoutMethod): string {
  return method.type === 'card' ? `карту ••\u00A0${method.last4}` : `телефон СБП ${method.phone_masked}`
}

/**
 * What a withdrawal to a method costs, how long it takes, and for how long it is limited: `Без комиссии`, `Обычно до
 * минуты`. The fee is absent if the restaurants of the bank differ in it.
 */
export function termsNotes({ id, type, status }: PayoutMethod, terms: readonly PayoutTerms[]): string[] {
  if (status === 'blocked') return []
  const ofType = terms.filter((each) => each.type === type)
  const fees = new Set(ofType.map(({ fee }) => feeText(fee)))
  const etas = new Set(ofType.map(({ eta_text }) => eta_text))
  const limited = ofType.flatMap(({ new_bindings = [] }) => new_bindings).find(({ binding_id }) => binding_id === id)
  return [
    ...(fees.size === 1 ? fees : []),
    ...etas,
    ...(limited ? [`До ${formatMoment(limited.until)}\u00A0— не больше ${formatRubles(limited.max)}`] : []),
  ]
}

export function editPath({ type, id }: PayoutMethod): string {
  return `/settings/${type === 'card' ? 'cards' : 'sbp-phones'}/${id}/edit`
}

export const listPath = '/settings/payout-methods'

export const lowLimit = formatRubles(LOWERED_LIMIT_RUBLES)

/** What a confirmation says of a new method: the restaurants that it serves, and its limit. */
export function newMethodNote(from: string): string {
  return `Сюда можно будет выводить чаевые ${from}. Первые сутки\u00A0— не больше ${lowLimit}`
}

/** Errors of СБП about a phone or its bank, by the API's code. */
export const sbpErrorTexts = {
  sbp_not_connected: 'Номер не подключён к СБП в этом банке',
  sbp_phone_exists: 'Этот номер уже добавлен',
  bank_unknown: 'Выберите банк из списка',
  sbp_unavailable: 'СБП временно недоступна. Попробуйте через минуту.',
}
