import { LateOrderDetails } from '@portal/shared/order-details/late-order-details'
import { NotFound } from '@portal/shared/ui/not-found'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'

type PayoutDetailsProps = {
  /** Null if the details are closed. */
  payoutId: string | null
  onClose: () => void
}

export function PayoutDetails({ payoutId, onClose }: PayoutDetailsProps) {
  return (
    <Sheet open={payoutId !== null} onOpenChange={(open) => !open && onClose()} title="Подробности">
      {payoutId !== null && (
        <QueryBoundary skeleton={<Skeleton height={480} radius={12} />}>
          <NotFound key={payoutId} title="Вывод не найден">
            <LateOrderDetails payoutId={payoutId} />
          </NotFound>
        </QueryBoundary>
      )}
    </Sheet>
  )
}
