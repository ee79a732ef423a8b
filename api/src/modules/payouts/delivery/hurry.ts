import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Database } from '../../../db/schema.ts'
import type { ProviderName } from '../bank/providers.ts'

type Payment = { reference: string; payoutId: string | null }

/**
 * Makes a payout due at once that its provider may have decided about, found by the provider's id of the payment, or by ours as long
 * as no response had one. Returns false if there is nothing to request: it is settled, or due already.
 */
export async function hurryPayout(db: Db, provider: ProviderName, { reference, payoutId }: Payment): Promise<boolean> {
  const ofPayment = (eb: ExpressionBuilder<Database, 'payout'>) =>
    eb.and([
      eb('payout.provider', '=', provider),
      eb.or([
        eb('payout.bank_reference', '=', reference),
        ...(payoutId === null
          ? []
          : [eb.and([eb('payout.id', '=', payoutId), eb('payout.bank_reference', 'is', null)])]),
      ]),
    ])
  // What operators have decided, the provider may contradict.
  await db
    .updateTable('payout_decision')
    .set({ check_at: sql<Date>`clock_timestamp()` })
    .where('check_at', '>', sql<Date>`clock_timestamp()`)
    .where('payout_id', 'in', (eb) => eb.selectFrom('payout').select('payout.id').where(ofPayment))
    .execute()
  const result = await db
    .updateTable('payout')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where(ofPayment)
    .where('status', '=', 'processing')
    .where('next_attempt_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
