import { useQueryClient } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { orderCreated } from '../../money-order/order-created.ts'
import { type OrderDraft, removeDraft, storeDraft } from '../../money-order/order-draft.ts'
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

  const canFill = state.step === 'editing' || state.step === 'created'
  useOrderInAddress(canFill, (draft) => {
    storeDraft('payout', employee.id, draft)
    setFormNumber(formNumber + 1)
    flow.restart()
    window.scrollTo({ top: 0 })
  })

  return (
    <div className={styles.page}>
      <OpenedFor employee={employee} />
      {/* One skeleton for both: how high the form will be depends on what is loaded, and the history must not jump. */}
      <div className={styles.columns}>
        <QueryBoundary panel skeleton={<PayoutPageSkeleton />}>
          {state.step === 'created' ? (
            <CreatedPayout payoutId={state.payoutId} onRestart={flow.restart} />
          ) : isAside ? (
            <SentOrder flow={flow} title="Вывод" />
          ) : (
            <PayoutForm key={formNumber} employee={employee} flow={flow} />
          )}
          <PayoutHistory restId={restId} page={historyPage} to={historyAddress} onOpen={openPayout} />
        </QueryBoundary>
      </div>
      <PayoutDetails payoutId={openedId} onClose={() => openPayout(null)} />
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

/**
 * `/out?amount=700&to=b2`, from the details of an order: fills the form once, also if this page is open already. Stays
 * in the address until the form may be filled: an order whose response was lost is searched for first.
 */
function useOrderInAddress(canFill: boolean, onFound: (draft: OrderDraft) => void): void {
  const [params, setParams] = useSearchParams()
  const amount = Number(params.get('amount'))
  const toId = params.get('to')
  const fill = useEffectEvent(() => {
    onFound({ amount, ...(toId && { toId }) })
    setParams({}, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (canFill && Number.isSafeInteger(amount) && amount > 0) fill()
  }, [canFill, amount, toId])
}
