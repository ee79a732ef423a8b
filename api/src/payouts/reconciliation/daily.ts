import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { runEach } from '../../jobs/retries.ts'
import type { ProviderName } from '../../settings/providers.ts'
import type { ProviderBank } from '../bank/bank.ts'
import type { Banks } from '../bank/configured-banks.ts'
import { listPayments, reconcile } from './reconcile.ts'
import { findDueDays } from './repository.ts'

/** The number of days before yesterday that are still compared if the portal was down. */
const MAX_DAYS_BEHIND = 6
const dueDays = (db: Db, provider: ProviderName) => findDueDays(db, provider, 1 + MAX_DAYS_BEHIND)

type Dependencies = { db: Db; banks: Banks; log: FastifyBaseLogger }

/**
 * Compares the days that are due with each provider that has a list. Only one process compares a day.
 * Once `stopping` is aborted, no other day is begun.
 */
export async function reconcileDueDays({ db, banks, log }: Dependencies, stopping?: AbortSignal): Promise<void> {
  await runEach(banks.providers, async ([provider, { payments }]) => {
    if (payments) await runEach(await dueDays(db, provider), (day) => reconcileDay(provider, payments, day))
  })

  async function reconcileDay(provider: ProviderName, payments: Required<ProviderBank>['payments'], day: string) {
    if (stopping?.aborted) return
    // Skips the request to the provider if another process has compared this day in the meantime.
    if (!(await dueDays(db, provider)).includes(day)) return
    const list = await listPayments({ payments }, day)
    const open = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation:${provider}`}, 0))`.execute(trx)
      // Another process may have compared the day while this one waited for the list and the lock.
      if (!(await dueDays(trx, provider)).includes(day)) return 0
      const id = await reconcile(trx, { provider, day, source: 'provider' }, list)
      const { count } = await trx
        .selectFrom('reconciliation_line')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('reconciliation_id', '=', id)
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    })
    if (open > 0) log.error({ provider, day, differences: open }, 'a provider has paid other than was booked')
  }
}
