import { useQueryClient } from '@portal/shared/query'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { startTransition, useState } from 'react'
import { StillDefault } from '../../colleagues/still-default.tsx'
import { TransferWays } from '../../colleagues/transfer-ways.tsx'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { OtherRestaurantNotice, useOpenedEmployee } from '../../money-order/order-notices.tsx'
import { SentOrder, showCreatedOrder } from '../../money-order/sent-order.tsx'
import { CreatedTransfer } from './created-transfer.tsx'
import { removeTransferDraft, storedTransferDraft, storeTransferDraft, type TransferDraft } from './transfer-draft.ts'
import { TransferForm } from './transfer-form.tsx'
import styles from './transfer-page.module.css'
import { TransferSkeleton } from './transfer-skeleton.tsx'

/** `/transfer`: the team's money from its default employee to a colleague. */
function TransferPage() {
  const employee = useOpenedEmployee()
  const client = useQueryClient()
  // Kept here because the form is unmounted while a response is pending, and mounted again if nothing was created.
  const [draft, setDraft] = useState(() => storedTransferDraft(employee.id))

  const flow = useMoneyOrder('transfer', (payout) => {
    setDraft(removeTransferDraft(employee.id))
    void showCreatedOrder(client, payout)
  })
  const { state, isPendingOnPage } = flow

  function change(next: TransferDraft) {
    // The draft does not affect what is shown, so the typed character is painted first.
    startTransition(() => setDraft(next))
    storeTransferDraft(employee.id, next)
  }

  return (
    <div className={styles.page}>
      <TransferWays />
      <OtherRestaurantNotice employee={employee} />
      <QueryBoundary panel skeleton={<TransferSkeleton />}>
        {state.step === 'created' ? (
          <CreatedTransfer payoutId={state.payoutId} onRestart={flow.restart} />
        ) : isPendingOnPage ? (
          <SentOrder flow={flow} title="Перевод" />
        ) : (
          <StillDefault employee={employee}>
            <TransferForm employee={employee} flow={flow} draft={draft} onChange={change} />
          </StillDefault>
        )}
      </QueryBoundary>
    </div>
  )
}

export { TransferPage as Component }
