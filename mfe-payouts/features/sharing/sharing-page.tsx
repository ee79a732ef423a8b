import type { Sharing } from '@portal/contracts/sharing'
import { useQueryClient } from '@portal/shared/query'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useState } from 'react'
import { StillDefault } from '../../colleagues/still-default.tsx'
import { TransferWays } from '../../colleagues/transfer-ways.tsx'
import { useMoneyOrder } from '../../money-order/money-order.ts'
import { OtherRestaurantNotice, useOpenedEmployee } from '../../money-order/order-notices.tsx'
import { SentOrder, showCreatedOrder } from '../../money-order/sent-order.tsx'
import { CreatedSharing } from './created-sharing.tsx'
import styles from './sharing.module.css'
import { SharingDetails } from './sharing-details.tsx'
import {
  type BegunSharing,
  removeSharingDraft,
  type SharingDraft,
  storedSharingDraft,
  storeSharingDraft,
  toMember,
} from './sharing-draft.ts'
import { SharingForm } from './sharing-form.tsx'
import { SharingHistory } from './sharing-history.tsx'
import { SharingSkeleton } from './sharing-skeleton.tsx'

/** `/transfer/team`: shares a sum of the team's money, held by its default employee, between several colleagues. */
function SharingPage() {
  const employee = useOpenedEmployee()
  const client = useQueryClient()
  // Kept here because the form is unmounted while a response is pending, and mounted again if nothing was created.
  const { draft, draftNumber, change, fill, remove } = useSharingDraft(employee.id)
  const [openedId, setOpenedId] = useState<string | null>(null)

  const flow = useMoneyOrder('sharing', (payout) => {
    remove()
    void showCreatedOrder(client, payout)
  })
  const { state, isPendingOnPage } = flow

  function repeat(sharing: Sharing) {
    fill(toDraft(sharing))
    flow.restart()
    setOpenedId(null)
    window.scrollTo({ top: 0 })
  }

  return (
    <div className={styles.page}>
      <TransferWays />
      <OtherRestaurantNotice employee={employee} />
      <QueryBoundary panel skeleton={<SharingSkeleton />}>
        {state.step === 'created' ? (
          <CreatedSharing payoutId={state.payoutId} onRestart={flow.restart} />
        ) : isPendingOnPage ? (
          <SentOrder flow={flow} title="Перевод" />
        ) : (
          <StillDefault employee={employee}>
            <SharingForm
              employee={employee}
              flow={flow}
              draft={draft}
              draftNumber={draftNumber}
              onChange={change}
              onFill={fill}
            />
          </StillDefault>
        )}
        <Panel title="История">
          <SharingHistory restId={employee.restaurant.id} onOpen={setOpenedId} />
        </Panel>
      </QueryBoundary>
      <SharingDetails
        sharingId={openedId}
        onClose={() => setOpenedId(null)}
        onRepeat={state.step === 'editing' || state.step === 'created' ? repeat : undefined}
      />
    </div>
  )
}

export { SharingPage as Component }

/** Stores each change of the draft. `draftNumber` changes with each draft that was not typed in the form. */
function useSharingDraft(employeeId: string) {
  const [draft, setDraft] = useState(() => storedSharingDraft(employeeId))
  const [draftNumber, setDraftNumber] = useState(1)

  function change(changed: Partial<BegunSharing>) {
    const next = { ...draft, ...changed }
    setDraft(next)
    storeSharingDraft(employeeId, next)
  }

  function fill(next: SharingDraft) {
    change(next)
    setDraftNumber(draftNumber + 1)
  }

  function remove() {
    setDraft(removeSharingDraft(employeeId))
  }

  return { draft, draftNumber, change, fill, remove }
}

/** Returns the draft of another sharing with the same sum, colleagues and weights. */
function toDraft({ way, amount, shares, comment = '' }: Sharing): SharingDraft {
  const members = shares.map(({ recipient_employee_id: id, title, weight }) => toMember(id, title, weight))
  return { way, amount: Math.floor(amount), members, comment }
}
