/** The adapters, by the names that settings and `restaurant.payout_provider` have for them. */
export const providerNames = ['sandbox', 'yookassa'] as const
export type ProviderName = (typeof providerNames)[number]

/** The configured providers. `default` pays out for restaurants that do not name a provider. */
export type Providers = { default: ProviderName; names: readonly ProviderName[] }

/**
 * Whose card tokens a provider pays to. A provider with its own card form keeps the number, which never reaches the
 * portal.
 */
const cardTokens = {
  sandbox: 'vault',
  yookassa: 'yookassa',
} as const satisfies Record<ProviderName, 'vault' | ProviderName>

/** Whether a provider pays to a card that a form of `cardProvider` has read; null: our vault has its number. */
export function paysToCard(provider: ProviderName, cardProvider: ProviderName | null): boolean {
  return cardTokens[provider] === (cardProvider ?? 'vault')
}

export function isProviderName(name: string): name is ProviderName {
  return (providerNames as readonly string[]).includes(name)
}
