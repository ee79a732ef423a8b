import { addDays } from '@portal/contracts/calendar'
import type { Db } from '../../db/connect.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { ListedPayment, ProviderBank } from '../bank/bank.ts'
import { compare } from './compare.ts'
import { type Period, readPayouts, startReconciliation, storeDifferences } from './repository.ts'

/** Longer than a provider needs for the list of a busy day. */
const LIST_TIMEOUT_MS = 120_000

/** Returns a day as providers count it, in Moscow, whose offset has not changed since 2014. */
export function toPeriod(day: string): Period {
  return { since: moscowMidnight(day), until: moscowMidnight(addDays(day, 1)) }
}

function moscowMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`)
}

type Day = { provider: ProviderName; day: string }

/**
 * Lists the payments of a day and of the day after: an order that was first sent in the evening may be a payment of the
 * next day, if the provider received it late. @throws what the provider threw
 */
export async function listPayments(
  { payments }: Pick<Required<ProviderBank>, 'payments'>,
  day: string,
  timeoutMs = LIST_TIMEOUT_MS,
): Promise<ListedPayment[]> {
  const list: ListedPayment[] = []
  const period = { since: toPeriod(day).since, until: toPeriod(addDays(day, 1)).until }
  for await (const payment of payments(period, AbortSignal.timeout(timeoutMs))) list.push(payment)
  return list
}

/** Compares the payments of a day with our payouts and stores the differences. Returns the id of the comparison. */
export async function reconcile(
  trx: Db,
  { provider, day, source }: Day & { source: 'provider' | 'statement' },
  payments: readonly ListedPayment[],
): Promise<number> {
  const period = toPeriod(day)
  const isOfPeriod = ({ createdAt }: ListedPayment) => createdAt >= period.since && createdAt < period.until
  const ids = payments.flatMap(({ payoutId }) => payoutId ?? [])
  const judged = payments.filter(isOfPeriod)
  const id = await startReconciliation(trx, { provider, day, source })
  const payouts = await readPayouts(trx, provider, period, ids)
  await storeDifferences(trx, id, {
    source,
    judged,
    payouts: payouts.filter(({ isOfPeriod }) => isOfPeriod).length,
    differences: compare({ payouts, payments, isOfPeriod }),
  })
  return id
}
