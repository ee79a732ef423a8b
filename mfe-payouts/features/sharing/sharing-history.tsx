import { recipientsText } from '@portal/contracts/shares'
import { listSharings, type SharingLine } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { shortStatusText, statusTones } from '@portal/shared/order-details/payout-status'
import { useSuspenseQuery } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Pager, pageOf, setPage } from '@portal/shared/ui/pager'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useDeferredValue } from 'react'
import { When } from '../../money-order/when.tsx'
import styles from './sharing.module.css'

type SharingHistoryProps = { restId: string; onOpen: (sharingId: string) => void }

/** What was shared before, newest first. */
export function SharingHistory({ restId, onOpen }: SharingHistoryProps) {
  const [params] = useSearchParams()
  const { page, asOf } = pageOf(params)
  const shownPage = useDeferredValue(page)
  const shownAsOf = useDeferredValue(asOf)
  const { data } = useSuspenseQuery(
    apiQuery(listSharings, { query: { restId, page: shownPage, ...(shownAsOf && { as_of: shownAsOf }) } }),
  )
  if (data.items.length === 0) {
    return <EmptyState title="Вы ещё не делили чаевые" text="Здесь будет видно, когда и кому вы их перевели" />
  }

  function pageAddress(number: number): string {
    const next = new URLSearchParams(params)
    setPage(next, { page: number, asOf: data.as_of })
    return `?${next}`
  }

  return (
    <div className={styles.history} aria-busy={shownPage !== page}>
      <List label="Разделённые чаевые">
        {data.items.map((sharing) => (
          <SharingRow key={sharing.id} sharing={sharing} onOpen={onOpen} />
        ))}
      </List>
      <Pager page={shownPage} pages={data.pages} to={pageAddress} preventScrollReset />
    </div>
  )
}

function SharingRow({ sharing, onOpen }: { sharing: SharingLine; onOpen: (sharingId: string) => void }) {
  const { id, amount, people, status, created_at } = sharing
  return (
    <ListRow
      onClick={() => onOpen(id)}
      leading={<Icon name="transfer" />}
      title={recipientsText(people)}
      subtitle={
        <span className={styles.state}>
          <When at={created_at} />
          {/* Only sharings that wait or were returned have a badge. */}
          {status !== 'succeeded' && (
            <StatusBadge tone={statusTones[status]}>{shortStatusText(asTransfer(sharing))}</StatusBadge>
          )}
        </span>
      }
      trailing={<Amount rubles={amount} direction="out" void={status === 'canceled'} />}
    />
  )
}

/** A sharing is a transfer, and one that is not done immediately waits for an operator. */
export function asTransfer({ status }: Pick<SharingLine, 'status'>) {
  return { kind: 'transfer', status, review: 'open' } as const
}
