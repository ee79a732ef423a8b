import { formatRubles } from '@portal/contracts/money-text'
import { type Fee, payoutFee } from '@portal/contracts/payout-fee'
import type { LoweredLimit, PayoutMethod, PayoutTerms } from '@portal/contracts/payout-method'
import { formatMoment } from '@portal/shared/format/date'
import { feeText } from '@portal/shared/format/fee-text'

/** A card or phone of the user, and whether the restaurant pays out to it now. */
export type PayoutWay = { method: PayoutMethod; title: string } & (
  | { terms: PayoutTerms; closedBecause: null }
  | { terms: null; closedBecause: string }
)

export function payoutWays(methods: readonly PayoutMethod[], allTerms: readonly PayoutTerms[]): PayoutWay[] {
  return methods.map((method) => {
    const way = { method, title: methodTitle(method) }
    const terms = allTerms.find(({ type }) => type === method.type)
    if (!terms) return { ...way, terms: null, closedBecause: 'Из этого ресторана сюда вывести нельзя' }
    if (!terms.enabled) return { ...way, terms: null, closedBecause: disabledReason(terms) }
    if (method.status === 'blocked') return { ...way, terms: null, closedBecause: blocked[method.type] }
    const own = methodTerms(method, terms)
    if (own.lowered && own.day_limit_left < own.min) {
      return { ...way, terms: null, closedBecause: exhausted(own.lowered) }
    }
    return { ...way, terms: own, closedBecause: null }
  })
}

/** The API does not name the end of a limit that is used up while it is lowered. */
function disabledReason({ disabled_reason: reason, lowered }: PayoutTerms): string {
  if (lowered && reason?.startsWith('Лимит исчерпан:')) return exhausted(lowered)
  return reason ?? 'Временно недоступно'
}

function exhausted({ reason, until }: LoweredLimit): string {
  return `Лимит исчерпан до ${formatMoment(until)}: ${reason}`
}

/** Returns the terms of one card or phone: a new one has lower limits than the others of its kind. */
function methodTerms(method: PayoutMethod, terms: PayoutTerms): PayoutTerms {
  const own = terms.new_bindings?.find(({ binding_id }) => binding_id === method.id)
  if (!own) return terms
  const { max, day_limit_left, reason, until } = own
  return { ...terms, max, day_limit_left, lowered: { reason, until } }
}

/** Returns why no way is open: the limits, which another card would not help, or that another one is needed. */
export function allClosedText(ways: readonly PayoutWay[]): string {
  const [reason, ...others] = new Set(ways.map(({ closedBecause }) => closedBecause ?? ''))
  if (!reason || ![reason, ...others].every((each) => each.toLowerCase().includes('лимит исчерпан')))
    return 'Сейчас ни один способ не работает. Добавьте другую карту или телефон СБП в настройках.'
  if (others.length > 0) return 'Лимиты исчерпаны. Попробуйте завтра.'
  // A lowered limit names its end.
  if (reason.startsWith('Лимит исчерпан до')) return `${reason}.`
  return `${reason}. ${reason.startsWith('Месячный') ? 'Вывести можно будет в следующем месяце.' : 'Попробуйте завтра.'}`
}

/** Returns the wanted way (of a draft or «Повторить»), else the default, else the first. Ignores closed ways. */
export function preselectedWay(ways: readonly PayoutWay[], wantedId?: string): PayoutWay | undefined {
  const open = ways.filter((way) => way.terms)
  return open.find((way) => way.method.id === wantedId) ?? open.find((way) => way.method.is_default) ?? open[0]
}

/** Returns an open way without a fee, if the chosen one has a fee. */
export function freeWay(ways: readonly PayoutWay[], chosen: PayoutWay | undefined): PayoutWay | undefined {
  return chosen?.terms && !isFree(chosen.terms.fee) ? firstFreeWay(ways) : undefined
}

/** Returns the first open way without a fee. */
export function firstFreeWay(ways: readonly PayoutWay[]): PayoutWay | undefined {
  return ways.find(({ terms }) => terms && isFree(terms.fee))
}

export function isFree({ percent, fixed, min }: Fee): boolean {
  return percent === 0 && fixed === 0 && min === 0
}

/** «Комиссия 75 ₽, до 10 минут»: of an amount in rubles, or the rule of the fee without one. */
export function costText({ fee, eta_text }: PayoutTerms, amount: number | null): string {
  const cost = amount && !isFree(fee) ? `Комиссия ${formatRubles(payoutFee(amount * 100, fee) / 100)}` : feeText(fee)
  return `${cost}, ${eta_text.replace('Обычно ', '')}`
}

const blocked = {
  card: 'Карта недоступна, выберите другую',
  sbp: 'На этот телефон вывести нельзя, выберите другой способ',
} satisfies Record<PayoutMethod['type'], string>

const networks = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' }

/** `Мир •• 1234`, `СБП · Т-Банк · •• 67`. */
export function methodTitle(method: PayoutMethod): string {
  return method.type === 'card'
    ? `${networks[method.network]} •• ${method.last4}`
    : `СБП\u00A0· ${method.bank_name}\u00A0· •• ${method.phone_masked.slice(-2)}`
}
