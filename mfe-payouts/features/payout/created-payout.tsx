import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import type { ReactNode } from 'react'
import { DeclineReason } from '../../money-order/decline-reason.tsx'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { useLivePayout } from '../../money-order/live-payout.ts'
import { OrderResult } from '../../money-order/order-result.tsx'
import { isInReview, reviewNotes, statusText, toOutcome } from '../../money-order/payout-status.ts'
import { PayoutTimeline } from '../../money-order/payout-timeline.tsx'
import { When } from '../../money-order/when.tsx'
import { HelpLink, OtherWay } from './other-way.tsx'
import { FeeFacts } from './payout-facts.tsx'
import { PayoutReceipt } from './payout-receipt.tsx'

type CreatedPayoutProps = {
  payoutId: string
  /** Whether its receipt is printed, unless the details of another payout are open. */
  isPrintable: boolean
  onRestart: () => void
  /** Without a method, to the same one. */
  onRepeat: (payout: Payout, methodId?: string) => void
}

/** Shows the payout that the form has created, and follows it to its end. */
export function CreatedPayout({ payoutId, isPrintable, onRestart, onRepeat }: CreatedPayoutProps) {
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
      actions={<ResultActions payout={payout} onRestart={onRestart} onRepeat={onRepeat} />}
    >
      <ResultFacts payout={payout} />
      {isPrintable && outcome === 'done' && <PayoutReceipt payout={payout} />}
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

type ResultActionsProps = { payout: Payout } & Pick<CreatedPayoutProps, 'onRestart' | 'onRepeat'>

function ResultActions({ payout, onRestart, onRepeat }: ResultActionsProps) {
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
      if (payout.review === 'rejected') return <HelpLink />
      return (
        <>
          <OtherWay payout={payout} onRepeat={onRepeat} />
          <Button full variant="secondary" icon="retry" onClick={() => onRepeat(payout)}>
            Повторить
          </Button>
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
          <Button variant="secondary" icon="print" onClick={() => window.print()}>
            Квитанция
          </Button>
        </>
      )
  }
}

/** Shows how far the money is, or how much of it has arrived or was returned. */
function ResultFacts({ payout }: { payout: Payout }) {
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
