/** The names of the adapters in settings and in `restaurant.payout_provider`. */
export const providerNames = ['sandbox', 'yookassa'] as const
export type ProviderName = (typeof providerNames)[number]

/** The configured providers. `default` pays out for restaurants that do not name a provider. */
export type Providers = { default: ProviderName; names: readonly ProviderName[] }

/**
 * From where each provider accepts card tokens. A provider with its own card form stores the number, which never
 * reaches the portal.
 */
const cardTokens = {
  sandbox: 'vault',
  yookassa: 'yookassa',
} as const satisfies Record<ProviderName, 'vault' | ProviderName>

/** Whether a provider pays to a card from the form of `cardProvider`, or for null, from the portal's vault. */
export function paysToCard(provider: ProviderName, cardProvider: ProviderName | null): boolean {
  return cardTokens[provider] === (cardProvider ?? 'vault')
}

export function isProviderName(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name)
}
