import type { Payout } from '@portal/contracts/payout'
import { DeclineReason } from '@portal/shared/order-details/decline-reason'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useLivePayout } from '@portal/shared/order-details/live-payout'
import { AfterDecline, Receipt, Repeat } from '@portal/shared/order-details/order-actions'
import { FeeFacts } from '@portal/shared/order-details/payout-facts'
import { isInReview, reviewNotes, statusText, toOutcome } from '@portal/shared/order-details/payout-status'
import { PayoutTimeline } from '@portal/shared/order-details/payout-timeline'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import type { ReactNode } from 'react'
import { OrderResult } from '../../money-order/order-result.tsx'
import { When } from '../../money-order/when.tsx'

type CreatedPayoutProps = {
  payoutId: string
  onRestart: () => void
}

/** Shows the payout that the form has created, and follows it to its end. */
export function CreatedPayout({ payoutId, onRestart }: CreatedPayoutProps) {
  const payout = useLivePayout(payoutId)
  const outcome = toOutcome(payout)
  // All outcomes share one element: another one would take the focus again when the outcome changes.
  return (
    <OrderResult
      payout={payout}
      outcome={outcome}
      title={`Вывод № ${payout.number}`}
      status={statusText(payout)}
      note={resultNote(payout)}
      actions={<ResultActions payout={payout} onRestart={onRestart} />}
    >
      <OutcomeFacts payout={payout} />
    </OrderResult>
  )
}

/** What the outcome means for the user; an arrived payout needs no explanation. */
function resultNote(payout: Payout): ReactNode {
  switch (toOutcome(payout)) {
    case 'waiting':
      return isInReview(payout) ? reviewNotes.payout : 'Страницу можно закрыть: деньги придут сами.'
    case 'declined':
      return <DeclineReason payout={payout} />
    case 'done':
      return null
  }
}

type ResultActionsProps = { payout: Payout } & Pick<CreatedPayoutProps, 'onRestart'>

function ResultActions({ payout, onRestart }: ResultActionsProps) {
  switch (toOutcome(payout)) {
    case 'waiting':
      return (
        <>
          <ButtonLink full to="/">
            Готово
          </ButtonLink>
          <Button full variant="secondary" onClick={onRestart}>
            Вывести ещё
          </Button>
        </>
      )
    case 'declined':
      return (
        <>
          <AfterDecline payout={payout} />
          <Repeat payout={payout} />
        </>
      )
    case 'done':
      return (
        <>
          <ButtonLink full to="/">
            Готово
          </ButtonLink>
          <Button variant="secondary" onClick={onRestart}>
            Вывести ещё
          </Button>
          <Receipt payout={payout} />
        </>
      )
  }
}

/** Shows how far the money is, or how much of it has arrived or was returned. */
function OutcomeFacts({ payout }: { payout: Payout }) {
  switch (toOutcome(payout)) {
    case 'waiting':
      return <PayoutTimeline payout={payout} />
    case 'declined':
      return (
        <Facts>
          <Fact name="Возвращено на баланс">
            <Amount rubles={payout.amount} />
          </Fact>
          <CompletedFact payout={payout} />
        </Facts>
      )
    case 'done':
      return (
        <Facts>
          <Fact name="Пришло">
            <Amount rubles={payout.net} />
          </Fact>
          <FeeFacts fees={payout} size="text" />
          <CompletedFact payout={payout} />
        </Facts>
      )
  }
}

function CompletedFact({ payout }: { payout: Payout }) {
  return (
    <Fact name="Когда">
      <When at={payout.completed_at ?? payout.created_at} />
    </Fact>
  )
}
