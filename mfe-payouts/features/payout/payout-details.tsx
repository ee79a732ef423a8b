import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { NotFound } from '@portal/shared/ui/not-found'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { CallSupport } from '../../money-order/call-support.tsx'
import { DeclineReason } from '../../money-order/decline-reason.tsx'
import { useLivePayout } from '../../money-order/live-payout.ts'
import { isInReview, reviewNotes, statusText, statusTones } from '../../money-order/payout-status.ts'
import { PayoutTimeline } from '../../money-order/payout-timeline.tsx'
import { HelpLink, OtherWay } from './other-way.tsx'
import styles from './payout-details.module.css'
import { PayoutFacts } from './payout-facts.tsx'
import { PayoutReceipt } from './payout-receipt.tsx'

type PayoutDetailsProps = {
  /** Null if the details are closed. */
  payoutId: string | null
  /** Only payouts of this restaurant can be repeated here. */
  restId: string
  onClose: () => void
  /** Absent while another order is being sent. */
  onRepeat?: ((payout: Payout, methodId?: string) => void) | undefined
}

export function PayoutDetails({ payoutId, restId, onClose, onRepeat }: PayoutDetailsProps) {
  return (
    <Sheet open={payoutId !== null} onOpenChange={(open) => !open && onClose()} title="Подробности">
      {payoutId !== null && (
        <QueryBoundary skeleton={<DetailsSkeleton />}>
          <NotFound key={payoutId} title="Вывод не найден">
            <Details payoutId={payoutId} restId={restId} onRepeat={onRepeat} />
          </NotFound>
        </QueryBoundary>
      )}
    </Sheet>
  )
}

type DetailsProps = Pick<PayoutDetailsProps, 'restId' | 'onRepeat'> & { payoutId: string }

function Details({ payoutId, restId, onRepeat }: DetailsProps) {
  const payout = useLivePayout(payoutId)
  const isRejected = payout.review === 'rejected'
  const canRepeat = !isInReview(payout) && !isRejected && payout.binding_id && payout.restaurant.id === restId
  const repeat = canRepeat ? onRepeat : undefined
  return (
    <div className={styles.details}>
      <div className={styles.sum}>
        <Amount rubles={payout.amount} size="l" void={payout.status === 'canceled'} />
        <StatusBadge tone={statusTones[payout.status]}>{statusText(payout)}</StatusBadge>
      </div>
      {isInReview(payout) && <p className={styles.reason}>{reviewNotes[payout.kind]}</p>}
      {payout.status === 'canceled' && (
        <div className={styles.reason}>
          <DeclineReason payout={payout} />
        </div>
      )}
      {/* Above the details, so that they are visible on any phone without scrolling. */}
      <div className={styles.actions}>
        {isRejected && <HelpLink />}
        {repeat && payout.status === 'canceled' && <OtherWay payout={payout} onRepeat={repeat} />}
        <Button variant="secondary" icon="print" onClick={() => window.print()}>
          Квитанция
        </Button>
        {repeat && (
          <Button variant="secondary" icon="retry" onClick={() => repeat(payout)}>
            Повторить
          </Button>
        )}
      </div>
      <PayoutTimeline payout={payout} />
      <CallSupport payout={payout} />
      <PayoutFacts payout={payout} />
      <PayoutReceipt payout={payout} />
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <div className={styles.details} aria-hidden="true">
      <div className={styles.sum}>
        <Skeleton width={140} height={36} />
        <Skeleton width={110} height={26} radius={13} />
      </div>
      <Skeleton height={48} radius={12} />
      <Skeleton height={150} radius={12} />
      <Skeleton height={210} radius={12} />
    </div>
  )
}
