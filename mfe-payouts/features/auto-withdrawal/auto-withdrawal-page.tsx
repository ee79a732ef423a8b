import { useCurrentEmployee } from '@portal/shared/session/store'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useState } from 'react'
import { OpenedFor } from '../../money-order/opened-for.tsx'
import styles from './auto-withdrawal-page.module.css'
import { AutoWithdrawalSkeleton } from './auto-withdrawal-skeleton.tsx'
import { Rule } from './rule.tsx'

/** `/out/auto`: the rule by which the tips of a restaurant are withdrawn without an order. */
function AutoWithdrawalPage() {
  const current = useCurrentEmployee()
  const [employee] = useState(current)
  return (
    <div className={styles.page}>
      <OpenedFor employee={employee} />
      <QueryBoundary panel skeleton={<AutoWithdrawalSkeleton />}>
        <Rule employee={employee} />
      </QueryBoundary>
    </div>
  )
}

export { AutoWithdrawalPage as Component }
