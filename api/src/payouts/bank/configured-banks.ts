import type { PayoutTerms } from '@portal/contracts/payout-method'
import type { Db } from '../../db/connect.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Bank, BankOrder, ProviderBank } from './bank.ts'
import { createSandboxBank } from './sandbox-bank.ts'
import { createYookassaBank } from './yookassa/yookassa-bank.ts'

export type Banks = {
  /** Sends each order to the provider that it names. */
  bank: Bank
  /** The configured providers. */
  providers: ReadonlyMap<ProviderName, ProviderBank>
  stop(): void
}

/** Creates the adapters that the settings name. */
export function createBanks(
  db: Db,
  { payouts, yookassa }: Pick<Settings, 'payouts' | 'yookassa'>,
  { sandboxSettlesAfterMs }: { sandboxSettlesAfterMs?: number } = {},
): Banks {
  const sandbox = createSandboxBank(db, sandboxSettlesAfterMs)
  const adapters = { sandbox, yookassa: yookassa && createYookassaBank(yookassa) }
  const providers = new Map<ProviderName, ProviderBank>()
  for (const name of payouts.providers.names) {
    const adapter = adapters[name]
    if (adapter) providers.set(name, adapter)
  }
  return { bank: createRoutingBank(providers), providers, stop: () => sandbox.stop() }
}

/** Returns the provider's form that reads cards for a restaurant, or undefined if our vault reads them. */
export function findCardForm(
  { payouts, yookassa }: Pick<Settings, 'payouts' | 'yookassa'>,
  { payout_provider }: { payout_provider: ProviderName | null },
): PayoutTerms['card_form'] {
  const provider = payout_provider ?? payouts.providers.default
  return provider === 'yookassa' && yookassa ? { provider, account: yookassa.gatewayId } : undefined
}

/** Creates a bank that passes each order to the provider that it names. */
function createRoutingBank(providers: ReadonlyMap<ProviderName, ProviderBank>): Bank {
  function requireBank({ provider }: Pick<BankOrder, 'provider'>): Bank {
    const bank = providers.get(provider)
    // The payouts of a provider wait until it is configured again.
    if (!bank) throw new Error(`the provider ${provider} is not configured: add it to BANKS`)
    return bank
  }
  return {
    decidingBank: (order) => requireBank(order).decidingBank(order),
    // `async`, so that a missing provider rejects the promise instead of throwing.
    send: async (order, signal) => await requireBank(order).send(order, signal),
    status: async (order, signal) => await requireBank(order).status(order, signal),
    onCallback(listener) {
      const ends = [...providers.values()].flatMap((bank) => bank.onCallback?.(listener) ?? [])
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
