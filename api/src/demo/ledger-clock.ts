import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { withClient } from '../db/connect-client.ts'

/**
 * Lets the seed date the ledger's transfers in the past by `setLedgerClock`, so that statements of the past have
 * balances. Without the owner's URL transfers get the current time.
 */
export async function withLedgerClock(ownerUrl: string | undefined, seed: () => Promise<void>): Promise<void> {
  if (!ownerUrl) return await seed()
  await withClient(ownerUrl, async (owner) => {
    await owner.query(`alter table ledger_transfer alter created_at
      set default coalesce(nullif(current_setting('demo.ledger_clock', true), '')::timestamptz, clock_timestamp())`)
    await seed().finally(() =>
      owner.query('alter table ledger_transfer alter created_at set default clock_timestamp()'),
    )
  })
}

/** Sets the date of transfers for this transaction. */
export async function setLedgerClock(trx: Db, moment: Date): Promise<void> {
  await sql`select set_config('demo.ledger_clock', ${moment.toISOString()}, true)`.execute(trx)
}
