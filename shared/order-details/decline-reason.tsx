import { declineTexts } from '@portal/contracts/decline-texts'
import type { Payout } from '@portal/contracts/payout'

/** Shows why the bank, or an operator, has rejected the order, and what to do. */
export function DeclineReason({ payout }: { payout: Pick<Payout, 'kind' | 'reason' | 'review'> }) {
  const { why, advice } = declineTexts(payout)
  return (
    <>
      <p>{why}</p>
      <p>{advice}</p>
    </>
  )
}
