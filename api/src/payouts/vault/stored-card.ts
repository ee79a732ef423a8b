import type { CardNetwork } from '@portal/contracts/vault'
import type { ProviderName } from '../../settings/providers.ts'

/**
 * All that the rest of the portal knows of a card. `issuer`: its bank's name, empty if unknown. `provider`: whose form
 * has read the number; null: our vault has it. `hasKnownDigits`: they are those of the number, or the provider has
 * named them; else they are what the caller that stored the card has said.
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
