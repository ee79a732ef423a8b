import { getSharing, type Sharing } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { LateOrderDetails } from '@portal/shared/order-details/late-order-details'
import { useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { ShareList } from './share-list.tsx'

type SharingDetailsProps = {
  /** Null if the details are closed. */
  sharingId: string | null
  onClose: () => void
  /** Absent while another order is being sent. */
  onRepeat: ((sharing: Sharing) => void) | undefined
}

export function SharingDetails({ sharingId, onClose, onRepeat }: SharingDetailsProps) {
  return (
    <Sheet open={sharingId !== null} onOpenChange={(open) => !open && onClose()} title="Подробности">
      {sharingId !== null && (
        <QueryBoundary skeleton={<Skeleton height={320} radius={12} />}>
          <Details sharingId={sharingId} onRepeat={onRepeat} />
        </QueryBoundary>
      )}
    </Sheet>
  )
}

function Details({ sharingId, onRepeat }: Pick<SharingDetailsProps, 'onRepeat'> & { sharingId: string }) {
  const { data: sharing } = useSuspenseQuery(apiQuery(getSharing, { params: { id: sharingId } }))
  return (
    <LateOrderDetails
      payoutId={sharingId}
      comment={sharing.comment}
      repeat={
        onRepeat && (
          <Button variant="secondary" icon="retry" onClick={() => onRepeat(sharing)}>
            Повторить
          </Button>
        )
      }
    >
      <ShareList shares={sharing.shares} way={sharing.way} />
    </LateOrderDetails>
  )
}
