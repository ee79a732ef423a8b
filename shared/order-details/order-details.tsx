import type { Elements } from '@portal/shared/elements'
import { Amount } from '@portal/shared/ui/amount'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { CallSupport } from './call-support.tsx'
import { DeclineReason } from './decline-reason.tsx'
import { Fact, Facts } from './facts.tsx'
import { useLivePayout } from './live-payout.ts'
import { AfterDecline, Receipt, Repeat } from './order-actions.tsx'
import styles from './order-details.module.css'
import { PayoutFacts } from './payout-facts.tsx'
import { isInReview, reviewNotes, statusText, statusTones } from './payout-status.ts'
import { PayoutTimeline } from './payout-timeline.tsx'

type OrderDetailsProps = {
  payoutId: string
  /** Another way to repeat the order than by the form of withdrawals. */
  repeat?: Elements
  comment?: string | undefined
  /** What else this order has, above its facts. */
  children?: Elements
}

/** All that is known about a withdrawal or transfer, and what can be done about it, wherever it is opened. */
export function OrderDetails({ payoutId, repeat, comment, children }: OrderDetailsProps) {
  const payout = useLivePayout(payoutId)
  const isDeclined = payout.status === 'canceled'
  return (
    <div className={styles.details}>
      <div className={styles.sum}>
        <Amount rubles={payout.amount} direction="out" size="l" void={isDeclined} />
        <StatusBadge tone={statusTones[payout.status]}>{statusText(payout)}</StatusBadge>
      </div>
      {isInReview(payout) && <p className={styles.reason}>{reviewNotes[payout.kind]}</p>}
      {isDeclined && (
        <div className={styles.reason}>
          <DeclineReason payout={payout} />
        </div>
      )}
      {/* Above the details, so that they are visible on any phone without scrolling. */}
      <div className={styles.actions}>
        {isDeclined && <AfterDecline payout={payout} />}
        <Receipt payout={payout} />
        {repeat ?? <Repeat payout={payout} />}
      </div>
      <PayoutTimeline payout={payout} />
      <CallSupport payout={payout} />
      {children}
      {comment !== undefined && (
        <Facts>
          <Fact name="Комментарий">{comment}</Fact>
        </Facts>
      )}
      <PayoutFacts payout={payout} />
    </div>
  )
}
