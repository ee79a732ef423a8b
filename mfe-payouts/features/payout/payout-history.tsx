import { listPayouts, type Payout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { isInFlight, shortStatusText, statusTones } from '@portal/shared/order-details/payout-status'
import { useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { type AddressedPage, Pager } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useDeferredValue } from 'react'
import { When } from '../../money-order/when.tsx'
import styles from './payout-history.module.css'
import { HistoryPanel, HistorySkeleton } from './payout-page-skeleton.tsx'

/** A payout that is in flight may end while its row is visible. */
const REFETCH_INTERVAL_MS = 5_000

type PayoutHistoryProps = {
  restId: string
  page: AddressedPage
  /** The address of a page. */
  to: (page: AddressedPage) => string
  onOpen: (payoutId: string) => void
}

export function PayoutHistory(props: PayoutHistoryProps) {
  return (
    <HistoryPanel>
      <QueryBoundary skeleton={<HistorySkeleton />}>
        <History {...props} />
      </QueryBoundary>
    </HistoryPanel>
  )
}

function History({ restId, page: { page, asOf }, to, onOpen }: PayoutHistoryProps) {
  // While the chosen page loads, the last page stays visible, dimmed.
  const shownPage = useDeferredValue(page)
  const shownAsOf = useDeferredValue(asOf)
  const { data } = useSuspenseQuery({
    ...apiQuery(listPayouts, { query: { restId, page: shownPage, ...(shownAsOf && { as_of: shownAsOf }) } }),
    refetchInterval: ({ state }) => state.data?.items.some(isInFlight) && REFETCH_INTERVAL_MS,
  })
  const isOutdated = shownPage !== page
  if (data.items.length === 0) {
    return shownPage === 1 ? (
      <EmptyState icon="withdraw" title="Выводов пока нет" />
    ) : (
      <EmptyState
        title="На этой странице выводов нет"
        action={
          <ButtonLink variant="secondary" to={to({ page: 1 })} preventScrollReset>
            К первой странице
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className={styles.history} data-dimmed={isOutdated || undefined} aria-busy={isOutdated}>
      <List label="Выводы">
        {data.items.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} onOpen={onOpen} />
        ))}
      </List>
      <div className={styles.pages}>
        <Pager
          page={shownPage}
          pages={data.pages}
          to={(number) => to({ page: number, asOf: data.as_of })}
          preventScrollReset
        />
      </div>
    </div>
  )
}

const icons = { card: 'card', sbp: 'sbp', employee: 'transfer' } as const

function PayoutRow({ payout, onOpen }: { payout: Payout; onOpen: (payoutId: string) => void }) {
  return (
    <ListRow
      onClick={() => onOpen(payout.id)}
      leading={<Icon name={icons[payout.destination.type]} />}
      title={
        <span className={styles.head}>
          <span>{payout.kind === 'transfer' ? 'Перевод' : payout.automatic ? 'Автовывод' : 'Вывод'}</span>
          <Amount rubles={payout.amount} direction="out" void={payout.status === 'canceled'} />
        </span>
      }
      subtitle={
        <>
          <NoBreak>{payout.destination.title}</NoBreak>
          <span className={styles.state}>
            <When at={payout.created_at} />
            {/* Only payouts that are on their way or returned have a badge. */}
            {payout.status === 'succeeded' ? (
              <span>{shortStatusText(payout)}</span>
            ) : (
              <StatusBadge tone={statusTones[payout.status]}>{shortStatusText(payout)}</StatusBadge>
            )}
          </span>
        </>
      }
    />
  )
}
