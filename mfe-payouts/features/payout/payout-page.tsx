import { useQueryClient } from '@portal/shared/query'
import { useSearchParams } from '@portal/shared/router'
import { type AddressedPage, pageOf, setPage } from '@portal/shared/ui/pager'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { type OrderDraft, removeDraft, storeDraft } from '../../money-order/order-draft.ts'
import { OtherRestaurantNotice, useOpenedEmployee } from '../../money-order/order-notices.tsx'
import { SentOrder, showCreatedOrder } from '../../money-order/sent-order.tsx'
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
    void showCreatedOrder(client, payout)
  })
  const { state, isPendingOnPage } = flow

  const canFill = state.step === 'editing' || state.step === 'created'
  useOrderInAddress(canFill, (draft) => {
    storeDraft('payout', employee.id, draft)
    setFormNumber(formNumber + 1)
    flow.restart()
    window.scrollTo({ top: 0 })
  })

  return (
    <div className={styles.page}>
      <OtherRestaurantNotice employee={employee} />
      {/* One skeleton for both: how high the form will be depends on what is loaded, and the history must not jump. */}
      <div className={styles.columns}>
        <QueryBoundary panel skeleton={<PayoutPageSkeleton />}>
          {state.step === 'created' ? (
            <CreatedPayout payoutId={state.payoutId} onRestart={flow.restart} />
          ) : isPendingOnPage ? (
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

  // Replaces the entry of the browser: an open sheet has one of its own (`useBackCloses`), so «Назад» closes the sheet
  // even if this address was opened as a bookmark.
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
 * `/out?amount=700&to=b2`, from the details of an order: fills the form once, even if this page is already open. The
 * address keeps the order until there is a form: an earlier order whose response was lost is searched for first.
 * (`amount=all` is for `useAllAtOnce`.)
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
