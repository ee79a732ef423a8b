import { Panel } from '@portal/shared/ui/panel'
import { Skeleton } from '@portal/shared/ui/skeleton'
import orderForm from '../../money-order/order-form.module.css'

export function SharingSkeleton() {
  return (
    <Panel>
      <div className={orderForm.form} aria-hidden="true">
        <Skeleton width={220} height={24} />
        <Skeleton width={140} height={28} />
        <Skeleton height={98} radius={12} />
        <Skeleton height={96} radius={22} />
        <Skeleton height={54} radius={12} />
        <Skeleton height={260} radius={12} />
        <Skeleton height={134} radius={12} />
        <Skeleton height={80} radius={12} />
      </div>
    </Panel>
  )
}
