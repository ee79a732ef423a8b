import { getPayout, type Payout } from '@portal/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { moneyMoved } from '@portal/shared/order-details/live-payout'
import type { QueryClient } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { Panel } from '@portal/shared/ui/panel'
import { Spinner } from '@portal/shared/ui/spinner'
import type { MoneyOrderFlow } from './money-order.ts'
import styles from './money-order-sheet.module.css'
import { OrderCheck } from './order-check.tsx'

/** Replaces the form while it is unknown whether the order exists: nothing else can be ordered until then. */
export function SentOrder({ flow, title }: { flow: MoneyOrderFlow; title: string }) {
  const { state } = flow
  if (state.step !== 'sending' && state.step !== 'checking') return null
  return (
    <Panel
      title={
        <>
          <span>{`${title} `}</span>
          <Amount rubles={state.order.amount} size="text" />
        </>
      }
    >
      {state.step === 'checking' ? (
        <OrderCheck flow={flow} isStalled={state.isStalled} />
      ) : (
        <p className={styles.progress} role="status">
          <Spinner size={20} label={null} />
          <span>Отправляем…</span>
        </p>
      )}
    </Panel>
  )
}

/** Shows the response immediately, and fetches what it has changed. */
export function showCreatedOrder(client: QueryClient, payout: Payout): Promise<void> {
  client.setQueryData(apiQuery(getPayout, { params: { id: payout.id } }).queryKey, asReceived(payout))
  return moneyMoved(client)
}
