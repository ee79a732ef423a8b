import { listPayouts, MIN_PAYOUT_RUBLES, type Payout } from '@portal/contracts/payout'
import { formatDay, toDay } from '@portal/shared/format/date'
import { useOnline } from '@portal/shared/http/online'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { useToday } from '@portal/shared/session/today'
import type { Slots } from '@portal/shared/slot'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { allAtOnce } from '../../money-order/all-at-once.ts'
import styles from './tips-actions.module.css'

/** The slot `tips.actions`: links to withdraw, or why that is not possible, and the status of the last payout. */
function TipsActions({ restId, balance, pending }: Slots['tips.actions']) {
  const isOnline = useOnline()
  const closedBecause = isOnline ? nothingToWithdraw(balance, pending) : 'Нужен интернет'
  return (
    <div className={styles.actions}>
      {closedBecause === null ? (
        <div className={styles.ways}>
          <ButtonLink full to={allAtOnce}>
            Вывести всё
          </ButtonLink>
          <ButtonLink variant="secondary" to="/out" aria-label="Вывести часть">
            Часть
          </ButtonLink>
        </div>
      ) : (
        <Button full disabled>
          {closedBecause}
        </Button>
      )}
      <LastPayout restId={restId} />
    </div>
  )
}

export { TipsActions as Component }

function nothingToWithdraw(balance: number, pending: number): string | null {
  if (balance >= MIN_PAYOUT_RUBLES) return null
  if (balance > 0) return `Вывод\u00A0— от ${MIN_PAYOUT_RUBLES}\u00A0₽`
  return pending > 0 ? 'Чаевые ещё зачисляются' : 'На балансе пока нет денег'
}

/** Always one line, so that the content below does not move. */
function LastPayout({ restId }: { restId: string }) {
  const isOnline = useOnline()
  // The same response as the first page of the history in `/out`.
  const { data, isError } = useQuery(apiQuery(listPayouts, { query: { restId, page: 1 } }))
  const [last] = data?.items ?? []
  return (
    <p className={styles.line}>
      {last && <LastLine {...last} />}
      {!data && !isError && isOnline && <Skeleton className={styles.loading} />}
      {data && !last && <span>Выводов пока нет</span>}
    </p>
  )
}

/** The sum stands beside the text, so that the text takes as much space when amounts are hidden. */
function LastLine({ kind, amount, created_at, ...order }: Payout) {
  const today = useToday()
  const isTransfer = kind === 'transfer'
  const state = formatState({ kind, ...order })
  return (
    <>
      <span>
        {state
          ? `${isTransfer ? 'Перевод' : 'Вывод'} ${state}`
          : `${formatDay(toDay(created_at), today)} ${isTransfer ? 'перевели' : 'вывели'}`}
      </span>
      <Amount rubles={amount} size="text" />
    </>
  )
}

/** Undefined if the money has arrived. */
function formatState({ kind, status, review }: Pick<Payout, 'kind' | 'status' | 'review'>): string | undefined {
  if (status === 'succeeded') return undefined
  if (status === 'canceled') return 'отклонён'
  if (review === 'open') return 'на проверке'
  // A transfer involves no bank.
  return status === 'processing' && kind === 'payout' ? 'отправлен в банк' : 'в обработке'
}
