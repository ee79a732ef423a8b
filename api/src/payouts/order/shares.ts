import type { Db } from '../../db/connect.ts'
import type { Share } from './plan-shares.ts'

/** Returns the ledger's ref of a transfer to one colleague (`position` null), or of a share of a sharing (1, 2, …). */
export function transferRef(payoutId: string, position: number | null): string {
  return `payout:${payoutId}:transfer${position === null ? '' : `:${position}`}`
}

/** Stores who gets what, before the ledger posts it. */
export async function insertShares(trx: Db, payoutId: string, shares: readonly Share[]): Promise<void> {
  await trx
    .insertInto('payout_share')
    .values(
      shares.map(({ recipient, title, weight, amount }, index) => ({
        payout_id: payoutId,
        place: index + 1,
        employee_id: recipient.id,
        title,
        weight,
        amount,
      })),
    )
    .execute()
}
