import type { Db } from '../../db/connect.ts'
import type { Share } from '../order/plan-shares.ts'

/** Returns the ledger's ref of a transfer to one colleague, or of a share by its position, which starts at 1. */
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
