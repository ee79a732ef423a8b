import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './payout-form.module.css'

export function PayoutFormSkeleton() {
  return (
    <Panel>
      <div className={styles.form} aria-hidden="true">
        <Skeleton width={220} height={24} />
        <Skeleton width={140} height={36} />
        <Skeleton height={64} radius={12} />
        <Skeleton height={64} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={44} radius={22} />
        <Skeleton height={96} radius={12} />
        <Skeleton height={52} radius={12} />
      </div>
    </Panel>
  )
}
