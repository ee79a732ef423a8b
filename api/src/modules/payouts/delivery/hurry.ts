import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { ProviderName } from '../bank/providers.ts'

type Payment = { reference: string; payoutId: string | null }

/**
 * Makes a payout due at once that its provider may have decided about, found by the provider's id of the payment, or by ours as long
 * as no response had one. Returns false if there is nothing to request: it is settled, or due already.
 */
export async function hurryPayout(db: Db, provider: ProviderName, { reference, payoutId }: Payment): Promise<boolean> {
  const result = await db
    .updateTable('payout')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('bank_reference', '=', reference),
        ...(payoutId === null ? [] : [eb.and([eb('id', '=', payoutId), eb('bank_reference', 'is', null)])]),
      ]),
    )
    .where('status', '=', 'processing')
    .where('next_attempt_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
