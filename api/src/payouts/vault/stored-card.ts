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
