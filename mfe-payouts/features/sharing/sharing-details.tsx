import { getSharing, type Sharing } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { statusText, statusTones } from '../../money-order/payout-status.ts'
import { When } from '../../money-order/when.tsx'
import { ShareList } from './share-list.tsx'
import styles from './sharing.module.css'
import { asTransfer } from './sharing-history.tsx'

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
    <div className={styles.details}>
      <p className={styles.sum}>
        <Amount rubles={sharing.amount} size="l" void={sharing.status === 'canceled'} />
        {sharing.status !== 'succeeded' && (
          <StatusBadge tone={statusTones[sharing.status]}>{statusText(asTransfer(sharing))}</StatusBadge>
        )}
      </p>
      {onRepeat && (
        <Button variant="secondary" icon="retry" onClick={() => onRepeat(sharing)}>
          Повторить
        </Button>
      )}
      <ShareList shares={sharing.shares} way={sharing.way} />
      <Facts>
        {sharing.comment && <Fact name="Комментарий">{sharing.comment}</Fact>}
        <Fact name="Когда">
          <When at={sharing.created_at} />
        </Fact>
        <Fact name="Номер перевода">{sharing.number}</Fact>
      </Facts>
    </div>
  )
}
