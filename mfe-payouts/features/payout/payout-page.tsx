import type { Payout } from '@portal/contracts/payout'
import { useQueryClient } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useState } from 'react'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { orderCreated } from '../../money-order/order-created.ts'
import { removeDraft, storeDraft } from '../../money-order/order-draft.ts'
import { OpenedFor, useOpenedEmployee } from '../../money-order/order-notices.tsx'
import { SentOrder } from '../../money-order/sent-order.tsx'
import { CreatedPayout } from './created-payout.tsx'
import { PayoutDetails } from './payout-details.tsx'
import { PayoutForm } from './payout-form.tsx'
import { PayoutHistory } from './payout-history.tsx'
import styles from './payout-page.module.css'
import { PayoutPageSkeleton } from './payout-page-skeleton.tsx'

/** `/out`: a withdrawal from its form to its result, with the history below or beside it. */
function PayoutPage() {
  const employee = useOpenedEmployee()
  const restId = employee.restaurant.id
  const client = useQueryClient()
  const { openedId, openPayout, historyPage, historyAddress } = usePayoutAddress()
  // A new number remounts the form, which is then filled from the draft.
  const [formNumber, setFormNumber] = useState(1)

  const flow = useMoneyOrder('payout', (payout) => {
    removeDraft('payout', employee.id)
    void orderCreated(client, payout)
  })
  const { state, isAside } = flow

  function repeat(payout: Payout, methodId = payout.binding_id) {
    storeDraft('payout', employee.id, {
      amount: Math.floor(payout.amount),
      ...(methodId && { toId: methodId }),
    })
    setFormNumber(formNumber + 1)
    flow.restart()
    openPayout(null)
    window.scrollTo({ top: 0 })
  }

  return (
    <div className={styles.page}>
      <OpenedFor employee={employee} />
      {/* One skeleton for both: how high the form will be depends on what is loaded, and the history must not jump. */}
      <div className={styles.columns}>
        <QueryBoundary panel skeleton={<PayoutPageSkeleton />}>
          {state.step === 'created' ? (
            <CreatedPayout
              payoutId={state.payoutId}
              isPrintable={openedId === null}
              onRestart={() => flow.restart()}
              onRepeat={repeat}
            />
          ) : isAside ? (
            <SentOrder flow={flow} title="Вывод" />
          ) : (
            <PayoutForm key={formNumber} employee={employee} flow={flow} />
          )}
          <PayoutHistory restId={restId} page={historyPage} to={historyAddress} onOpen={openPayout} />
        </QueryBoundary>
      </div>
      <PayoutDetails
        payoutId={openedId}
        restId={restId}
        onClose={() => openPayout(null)}
        onRepeat={state.step === 'editing' || state.step === 'created' ? repeat : undefined}
      />
    </div>
  )
}

export { PayoutPage as Component }

/** What the address of this page contains: the payout whose details are open, and the page of the history. */
function usePayoutAddress() {
  const [params, setParams] = useSearchParams()

  // Adds no entry to the history: the sheet has one, which «Назад» also closes if this address was a bookmark.
  function openPayout(payoutId: string | null) {
    const next = new URLSearchParams(params)
    if (payoutId === null) next.delete('payout')
    else next.set('payout', payoutId)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  function historyAddress(page: AddressedPage): string {
    const next = new URLSearchParams(params)
    setPage(next, page)
    return `?${next}`
  }

  return { openedId: params.get('payout'), openPayout, historyPage: pageOf(params), historyAddress }
}
