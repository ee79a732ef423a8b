import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { OtherRestaurantNotice, useOpenedEmployee } from '../../money-order/order-notices.tsx'
import styles from './auto-withdrawal.module.css'
import { Rule } from './rule.tsx'

/** `/out/auto`: the rule by which the tips of a restaurant are withdrawn without an order. */
function AutoWithdrawalPage() {
  const employee = useOpenedEmployee()
  return (
    <div className={styles.page}>
      <OtherRestaurantNotice employee={employee} />
      <QueryBoundary panel skeleton={<AutoWithdrawalSkeleton />}>
        <Rule employee={employee} />
      </QueryBoundary>
    </div>
  )
}

export { AutoWithdrawalPage as Component }

function AutoWithdrawalSkeleton() {
  return (
    <Panel>
      <div className={styles.form} aria-hidden="true">
        <Skeleton width="80%" height={44} />
        <Skeleton height={50} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={76} radius={12} />
        <Skeleton height={96} radius={12} />
        <Skeleton height={48} radius={12} />
      </div>
    </Panel>
  )
}
