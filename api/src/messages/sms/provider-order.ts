import type { SmsProvider } from './providers/provider.ts'

/** After a failure other providers come first for this time. Each further failure doubles it. */
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 15 * 60_000

/** Creates the order of providers in this process: as configured, but providers that have just failed come last. */
export function createProviderOrder(providers: readonly SmsProvider[], now = () => Date.now()) {
  const failures = new Map<string, { count: number; until: number }>()
  const isPaused = ({ name }: SmsProvider) => (failures.get(name)?.until ?? 0) > now()

  return {
    /** `missing`: the provider whose last message to this phone has not arrived. */
    providersFor(missing: string | undefined): SmsProvider[] {
      const rank = (provider: SmsProvider) => (isPaused(provider) ? 2 : 0) + (provider.name === missing ? 1 : 0)
      return [...providers].sort((one, other) => rank(one) - rank(other))
    },
    failed({ name }: SmsProvider): void {
      const count = (failures.get(name)?.count ?? 0) + 1
      failures.set(name, { count, until: now() + Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS) })
    },
    succeeded({ name }: SmsProvider): void {
      failures.delete(name)
    },
  }
}
