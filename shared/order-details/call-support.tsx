import type { Payout } from '@portal/contracts/payout'
import { optionalPart } from '@portal/shared/optional-part'
import { Suspense } from 'react'
import { isInReview, useIsLate } from './payout-status.ts'

/** Without a network the order is shown without it. The help page has the phone too. */
const CallButton = optionalPart(() => import('./call-button.tsx'))

/** The support's phone, where an order waits for the support, was rejected by it, or takes longer than usual. */
export function CallSupport({ payout }: { payout: Payout }) {
  const isLate = useIsLate(payout)
  if (!isLate && !isInReview(payout) && payout.review !== 'rejected') return null
  return (
    <Suspense>
      <CallButton kind={payout.kind} number={payout.number} />
    </Suspense>
  )
}
