import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Metrics } from '../../http/metrics.ts'

/**
 * Adds partitions for the coming months to the ledger, and begins the next month when it has come. Several processes
 * may run it at the same time. If it fails, transfers go to the partitions of the previous month.
 */
export async function prepareMonths(db: Db): Promise<void> {
  await sql`select prepare_ledger_months()`.execute(db)
}

const MAX_MONTHS_AHEAD = 12

/** Returns how many months after this one have partitions for transfers and entries, without a gap. */
export async function countMonthsAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(min(ahead), ${MAX_MONTHS_AHEAD + 1})::int - 1 as count
    from generate_series(1, ${MAX_MONTHS_AHEAD}::int) as ahead,
      to_char((now() at time zone 'Europe/Moscow') + make_interval(months => ahead), 'YYYYMM') as month
    where to_regclass('public.ledger_transfer_' || month) is null
      or to_regclass('public.ledger_entry_' || month) is null`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns how many months the ledger's current month is behind the clock. It is negative if the ledger's month is in
 * the future.
 */
export async function countMonthsBehind(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (extract(year from elapsed) * 12 + extract(month from elapsed))::int as count
    from ledger_transfer_id_seq, age(date_trunc('month', now() at time zone 'Europe/Moscow'),
      to_date((last_value / 10000000000)::text, 'YYYYMM')) as elapsed`.execute(db)
  return rows[0]?.count ?? 0
}

export function registerMonthGauges(metrics: Metrics, db: Db): void {
  const help =
    'Months after this one that the ledger has partitions for; below 1, the next month is written to this one'
  metrics.gauge({ name: 'portal_ledger_months_ahead', help }, async () => [{ value: await countMonthsAhead(db) }])
  const behind = 'Months that the clock is ahead of the month of the ledger: 0, and 1 until a month has begun'
  metrics.gauge({ name: 'portal_ledger_months_behind', help: behind }, async () => [
    { value: await countMonthsBehind(db) },
  ])
}
