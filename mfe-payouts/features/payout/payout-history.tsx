import { listPayouts, type Payout } from '@portal/shared/contracts/payout'
import { dayOf, formatDay, formatTime } from '@portal/shared/format/date'
import { apiQuery } from '@portal/shared/http/query'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { useSuspenseQuery } from '@tanstack/react-query'
import styles from './payout-history.module.css'
import { HistorySkeleton } from './payout-page-skeleton.tsx'
import { isInFlight, statusTexts, statusTones } from './payout-status.ts'

type PayoutHistoryProps = {
  restId: string
  page: number
  onPage: (page: number) => void
  onOpen: (payoutId: string) => void
}

export function PayoutHistory(props: PayoutHistoryProps) {
  return (
    <Panel title="История">
      <QueryBoundary skeleton={<HistorySkeleton />}>
        <History {...props} />
      </QueryBoundary>
    </Panel>
  )
}

function History({ restId, page, onPage, onOpen }: PayoutHistoryProps) {
  const { data } = useSuspenseQuery({
    ...apiQuery(listPayouts, { query: { restId, page } }),
    refetchInterval: ({ state }) => state.data?.items.some(isInFlight) && 5000,
  })
  if (data.items.length === 0) {
    return page === 1 ? (
      <EmptyState icon="withdraw" title="Выводов пока нет" text="Здесь появятся заявки и их статус" />
    ) : (
      <EmptyState
        title="На этой странице пусто"
        action={
          <Button variant="secondary" onClick={() => onPage(1)}>
            К началу списка
          </Button>
        }
      />
    )
  }
  return (
    <>
      <List label="Выводы">
        {data.items.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} onOpen={onOpen} />
        ))}
      </List>
      {data.pages > 1 && <Pages page={page} pages={data.pages} onPage={onPage} />}
    </>
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
          {payout.kind === 'transfer' ? `Перевод · ${payout.destination.title}` : payout.destination.title}
          <Amount rubles={payout.amount} direction="out" void={payout.status === 'canceled'} />
        </span>
      }
      subtitle={
        <span className={styles.state}>
          <span>
            {formatDay(dayOf(payout.created_at))}, {formatTime(payout.created_at)}
          </span>
          <StatusBadge tone={statusTones[payout.status]}>{statusTexts[payout.status]}</StatusBadge>
        </span>
      }
    />
  )
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <nav className={styles.pages} aria-label="Страницы истории">
      <Button variant="secondary" size="s" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Новее
      </Button>
      <span>
        {page} из {pages}
      </span>
      <Button variant="secondary" size="s" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Раньше
      </Button>
    </nav>
  )
}
