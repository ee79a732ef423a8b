import type { Payout } from '@portal/shared/contracts/payout'
import { reasonAdvice, reasonTexts } from './payout-status.ts'

/** Why the bank said no, and what to do. */
export function DeclineReason({ payout: { reason = 'general_decline' } }: { payout: Pick<Payout, 'reason'> }) {
  return (
    <>
      <p>{reasonTexts[reason]}.</p>
      <p>{reasonAdvice[reason]}</p>
    </>
  )
}
