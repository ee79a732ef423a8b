import type { PayoutBinding, PayoutMethod } from '@portal/contracts/payout-method'

/** A card or phone of the person, and whether the restaurant pays out to it now. */
export type PayoutWay = { binding: PayoutBinding; title: string } & (
  | { terms: PayoutMethod; closedBecause: null }
  | { terms: null; closedBecause: string }
)

export function payoutWays(bindings: readonly PayoutBinding[], methods: readonly PayoutMethod[]): PayoutWay[] {
  return bindings.map((binding) => {
    const way = { binding, title: bindingTitle(binding) }
    const terms = methods.find((method) => method.type === binding.type)
    if (!terms) return { ...way, terms: null, closedBecause: 'Ресторан не выводит деньги этим способом' }
    if (!terms.enabled) return { ...way, terms: null, closedBecause: terms.disabled_reason ?? 'Временно недоступно' }
    if (binding.status === 'blocked') return { ...way, terms: null, closedBecause: blocked[binding.type] }
    const own = methodTerms(binding, terms)
    if (own.lowered && own.day_limit_left < own.min) {
      return { ...way, terms: null, closedBecause: `Лимит исчерпан: ${own.lowered.reason}` }
    }
    return { ...way, terms: own, closedBecause: null }
  })
}

/** Returns the terms of one card or phone: a new one has lower limits than the others of its kind. */
function methodTerms(binding: PayoutBinding, terms: PayoutMethod): PayoutMethod {
  const own = terms.new_bindings?.find(({ binding_id }) => binding_id === binding.id)
  if (!own) return terms
  const { max, day_limit_left, reason, until } = own
  return { ...terms, max, day_limit_left, lowered: { reason, until } }
}

/** Returns the wanted way (of a draft or «Повторить»), else the default, else the first. Ignores closed ways. */
export function preselectedWay(ways: readonly PayoutWay[], wantedId?: string): PayoutWay | undefined {
  const open = ways.filter((way) => way.terms)
  return open.find((way) => way.binding.id === wantedId) ?? open.find((way) => way.binding.is_default) ?? open[0]
}

const blocked = {
  card: 'Карта недоступна, выберите другую',
  sbp: 'Номер недоступен, выберите другой способ',
} satisfies Record<PayoutBinding['type'], string>

const networks = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' }

/** `Мир •• 1234`, `СБП · Т-Банк · •• 67`. */
export function bindingTitle(binding: PayoutBinding): string {
  return binding.type === 'card'
    ? `${networks[binding.network]} •• ${binding.last4}`
    : `СБП\u00A0· ${binding.bank_name}\u00A0· •• ${binding.phone_masked.slice(-2)}`
}
