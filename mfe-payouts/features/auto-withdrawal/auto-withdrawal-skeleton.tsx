import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import styles from './rule-form.module.css'

export function AutoWithdrawalSkeleton() {
  return (
    <Panel>
      <div className={styles.form} aria-hidden="true">
        <Skeleton width="80%" height={44} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={96} radius={12} />
        <Skeleton height={48} radius={12} />
      </div>
    </Panel>
  )
}
