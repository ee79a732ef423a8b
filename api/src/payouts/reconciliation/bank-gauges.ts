import { sql } from 'kysely'
import type { Metrics } from '../../http/metrics.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { readComparedUntil } from './repository.ts'

const BALANCE_INTERVAL_MS = 5 * 60 * 1000
const BALANCE_TIMEOUT_MS = 10_000

/** Registers what is left at the providers, what they are about to pay, and what differs from their lists. */
export function registerBankGauges(metrics: Metrics, deps: Pick<PayoutDependencies, 'db' | 'banks' | 'log'>): void {
  const { db, banks } = deps
  const balances = createBalanceCache(deps)
  metrics.gauge(
    { name: 'portal_bank_balance_rubles', help: 'What is left on the account at a provider', labels: ['provider'] },
    () =>
      balances().flatMap(({ provider, last }) => (last ? [{ labels: { provider }, value: last.kopecks / 100 }] : [])),
  )
  metrics.gauge(
    {
      name: 'portal_bank_balance_checked_timestamp_seconds',
      help: 'When the provider was last asked for it',
      labels: ['provider'],
    },
    // Before the first response too: a series that is absent is never too old for an alert.
    () =>
      balances().map(({ provider, last }) => ({ labels: { provider }, value: last ? Math.round(last.at / 1000) : 0 })),
  )
  metrics.gauge(
    {
      name: 'portal_payouts_in_flight_rubles',
      help: 'What a provider has to pay for unfinished payouts',
      labels: ['provider'],
    },
    async () => {
      const { rows } = await sql<{ provider: string; value: number }>`
        select provider, sum(amount - fee)::float8 / 100 as value from payout
        where status in ('pending', 'processing') and provider is not null group by provider`.execute(db)
      return rows.map(({ provider, value }) => ({ labels: { provider }, value }))
    },
  )
  metrics.gauge(
    {
      name: 'portal_reconciliation_open_lines',
      help: 'Differences from the provider without a decision',
      labels: ['provider', 'kind'],
    },
    async () => {
      const { rows } = await sql<{ provider: string; kind: string; value: number }>`
        select r.provider, l.kind, count(*)::int as value
        from reconciliation_line l join reconciliation r on r.id = l.reconciliation_id
        where l.closed_at is null group by r.provider, l.kind`.execute(db)
      return rows.map(({ value, ...labels }) => ({ labels, value }))
    },
  )
  metrics.gauge(
    {
      name: 'portal_reconciliation_day_timestamp_seconds',
      help: 'The time until which all days were compared with the provider; before the first one, when it was sent its first payout',
      labels: ['provider'],
    },
    async () => {
      const values = [...banks.providers].map(async ([provider, { payments }]) => {
        const value = await readComparedUntil(db, provider, { hasList: payments !== undefined })
        return value === undefined ? [] : [{ labels: { provider }, value }]
      })
      return (await Promise.all(values)).flat()
    },
  )
}

type Balance = { provider: ProviderName; last?: { kopecks: number; at: number } }

/** Returns a function that immediately returns the last known balances, and requests those that are too old. */
function createBalanceCache({ banks, log }: Pick<PayoutDependencies, 'banks' | 'log'>): () => Balance[] {
  const known = new Map<ProviderName, Balance>()
  const requested = new Map<ProviderName, number>()
  return () => {
    for (const [provider, { balance }] of banks.providers) {
      if (!balance) continue
      if (!known.has(provider)) known.set(provider, { provider })
      if (Date.now() - (requested.get(provider) ?? 0) < BALANCE_INTERVAL_MS) continue
      requested.set(provider, Date.now())
      balance(AbortSignal.timeout(BALANCE_TIMEOUT_MS))
        .then((kopecks) => known.set(provider, { provider, last: { kopecks, at: Date.now() } }))
        .catch((err: unknown) => log.warn({ err, provider }, 'the balance at a provider cannot be read'))
    }
    return [...known.values()]
  }
}
