import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import orderForm from '../../money-order/order-form.module.css'
import styles from './transfer-page.module.css'

export function TransferSkeleton() {
  return (
    <Panel>
      <div className={`${orderForm.form} ${styles.skeleton}`} aria-hidden="true">
        <Skeleton width={220} height={24} />
        <Skeleton width={140} height={28} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={98} radius={12} />
        <div className={styles.chips}>
          <Skeleton height={44} radius={22} />
        </div>
        <Skeleton height={134} radius={12} />
        <Skeleton height={80} radius={12} />
      </div>
    </Panel>
  )
}
