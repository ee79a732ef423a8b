import type { Payout } from '@portal/contracts/payout'
import { useLatePart } from '@portal/shared/ui/late-part'
import { isInReview, useIsLate } from './payout-status.ts'

const load = async () => (await import('./call-button.tsx')).CallButton
/** The help page has the phone too. */
const ignoreFailure = () => {}

/** Where an order waits for the support, was rejected by it, or takes longer than usual: its phone, and what to name. */
export function CallSupport({ payout }: { payout: Payout }) {
  const isLate = useIsLate(payout)
  const isWanted = isLate || isInReview(payout) || payout.review === 'rejected'
  const CallButton = useLatePart(load, isWanted, ignoreFailure)
  return isWanted && CallButton ? <CallButton number={payout.number} /> : null
}
