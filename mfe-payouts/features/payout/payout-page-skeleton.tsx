import type { Elements } from '@portal/shared/elements'
import { ButtonLink } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import orderForm from '../../money-order/order-form.module.css'
import styles from './payout-page.module.css'

/** The panel of the history, or of its skeleton, with the way to withdrawals without an order. */
export function HistoryPanel({ children }: { children: Elements }) {
  return (
    <Panel
      title="История"
      action={
        <ButtonLink variant="ghost" size="s" flush="end" to="/out/auto">
          Автовывод
        </ButtonLink>
      }
    >
      {children}
    </Panel>
  )
}

export function PayoutPageSkeleton() {
  return (
    <>
      <Panel>
        <div className={orderForm.form} aria-hidden="true">
          <Skeleton width={220} height={20} />
          <Skeleton width={140} height={28} />
          <Skeleton height={132} radius={12} />
          <Skeleton height={76} radius={12} />
          <Skeleton height={44} radius={22} />
          <Skeleton height={96} radius={12} />
          <Skeleton height={48} radius={12} />
        </div>
      </Panel>
      {/* A press that begins on this copy of the link and ends on the loaded one would be lost. */}
      <div inert aria-hidden="true">
        <HistoryPanel>
          <HistorySkeleton />
        </HistoryPanel>
      </div>
    </>
  )
}

export function HistorySkeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width={40} height={40} radius={12} />
          <div className={styles.skeletonText}>
            <Skeleton width="65%" />
            <Skeleton width="90%" height={22} />
          </div>
          <Skeleton width={72} />
        </div>
      ))}
    </div>
  )
}
