import type { Payout } from '@portal/shared/contracts/payout'
import { useSearchParams } from '@portal/shared/router'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { CreatedPayout } from './created-payout.tsx'
import { payoutCreated } from './live-payout.ts'
import { PayoutDetails } from './payout-details.tsx'
import { forgetDraft, keepDraft } from './payout-draft.ts'
import { PayoutForm } from './payout-form.tsx'
import { PayoutHistory } from './payout-history.tsx'
import styles from './payout-page.module.css'
import { PayoutPageSkeleton } from './payout-page-skeleton.tsx'
import { SentPayout } from './sent-payout.tsx'

/** `/out`: a withdrawal from its form to its result, and below it all that came before. */
export function Component() {
  const current = useCurrentEmployee()
  // Money leaves the restaurant that the page was opened for, whatever is chosen elsewhere meanwhile.
  const [employee] = useState(current)
  const restId = employee.restaurant.id
  const userId = useSession(({ user }) => user?.id ?? '')
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  // Another number is another form, filled from the draft.
  const [formNumber, setFormNumber] = useState(1)

  const flow = useMoneyOrder(userId, (payout) => {
    forgetDraft(employee.id)
    void payoutCreated(client, payout)
  })
  const { state } = flow
  const isAside = (state.step === 'sending' || state.step === 'checking') && !state.open

  function show(name: 'payout' | 'page', value: string | null, replace = false) {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setParams(next, { replace, preventScrollReset: true })
  }

  function repeat(payout: Payout) {
    keepDraft(employee.id, {
      amount: Math.floor(payout.amount),
      ...(payout.binding_id && { bindingId: payout.binding_id }),
    })
    setFormNumber(formNumber + 1)
    flow.restart()
    show('payout', null, true)
    window.scrollTo({ top: 0 })
  }

  return (
    <div className={styles.page}>
      {current.id !== employee.id && (
        <Notice tone="info">
          Эта страница открыта для ресторана {employee.restaurant.name}: деньги будут выведены оттуда.
        </Notice>
      )}
      {/* One skeleton for both: how high the form will be depends on what is loaded, and the history must not jump. */}
      <QueryBoundary skeleton={<PayoutPageSkeleton />}>
        {state.step === 'created' ? (
          <CreatedPayout
            payoutId={state.payoutId}
            onDetails={(id) => show('payout', id)}
            onRestart={() => flow.restart()}
          />
        ) : isAside ? (
          <SentPayout flow={flow} />
        ) : (
          <PayoutForm key={formNumber} employee={employee} userId={userId} flow={flow} />
        )}
        <PayoutHistory
          restId={restId}
          page={Math.max(1, Math.trunc(Number(params.get('page'))) || 1)}
          onPage={(page) => show('page', page === 1 ? null : String(page))}
          onOpen={(id) => show('payout', id)}
        />
      </QueryBoundary>
      <PayoutDetails
        payoutId={params.get('payout')}
        restId={restId}
        onClose={() => show('payout', null, true)}
        onRepeat={state.step === 'editing' || state.step === 'created' ? repeat : undefined}
      />
    </div>
  )
}
