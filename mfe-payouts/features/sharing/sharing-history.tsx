import { recipientsText } from '@portal/contracts/shares'
import { listSharings, type SharingLine } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { shortStatusText, statusTones } from '@portal/shared/order-details/payout-status'
import { useSuspenseQuery } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { type AddressedPage, Pager, pageOf, setPage } from '@portal/shared/ui/pager'
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

  function pageAddress(page: AddressedPage): string {
    const next = new URLSearchParams(params)
    setPage(next, page)
    return `?${next}`
  }

  if (data.total === 0) {
    return <EmptyState title="Вы ещё не делили чаевые" text="Здесь будет видно, когда и кому вы их перевели" />
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        title="На этой странице ничего нет"
        action={
          <ButtonLink variant="secondary" to={pageAddress({ page: 1 })} preventScrollReset>
            К первой странице
          </ButtonLink>
        }
      />
    )
  }

  return (
    <div className={styles.history} aria-busy={shownPage !== page}>
      <List label="Разделённые чаевые">
        {data.items.map((sharing) => (
          <SharingRow key={sharing.id} sharing={sharing} onOpen={onOpen} />
        ))}
      </List>
      <Pager
        page={shownPage}
        pages={data.pages}
        to={(number) => pageAddress({ page: number, asOf: data.as_of })}
        preventScrollReset
      />
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
