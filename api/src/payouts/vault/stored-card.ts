import type { CardNetwork } from '@portal/contracts/vault'
import type { ProviderName } from '../../settings/providers.ts'

/**
 * Everything that the rest of the portal knows about a card. `issuer` is the name of its bank, empty if unknown.
 * `provider` is the provider whose form read the number, or null if our vault has the number. `hasKnownDigits` is true
 * if the digits come from the number or the provider, false if the caller that stored the card stated them.
 */
export type StoredCard = {
  token: string
  mask: string
  last4: string
  network: CardNetwork
  issuer: string
  provider: ProviderName | null
  hasKnownDigits: boolean
}

/** Banks by the first digits of their cards: the most common ones whose digits are certain. */
const issuers: readonly [string, RegExp][] = [
  ['Т-Банк', /^(220070|437772|437773|521324|553691)/],
  ['Сбербанк', /^(22022|4276|5469)/],
  ['Альфа-Банк', /^(220015|415428|415482|477964|548673)/],
  ['ВТБ', /^(220024|427229)/],
  ['Газпромбанк', /^220001/],
  ['Райффайзенбанк', /^(220030|462730)/],
  ['Россельхозбанк', /^220010/],
]

/** `2200701395954321` → `Т-Банк`. Returns an empty text if no listed bank has the first digits. */
export function cardIssuer(number: string): string {
  return issuers.find(([, prefix]) => prefix.test(number))?.[0] ?? ''
}
