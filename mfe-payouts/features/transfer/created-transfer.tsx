import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { DeclineReason } from '../../money-order/decline-reason.tsx'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { useLivePayout } from '../../money-order/live-payout.ts'
import { OrderResult } from '../../money-order/order-result.tsx'
import { outcomeOf, reviewNotes, statusText } from '../../money-order/payout-status.ts'
import { PayoutTimeline } from '../../money-order/payout-timeline.tsx'
import { when } from '../../money-order/when.ts'

/** A transfer needs no bank: once it exists it is done, unless an operator is to decide about it first. */
export function CreatedTransfer({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const transfer = useLivePayout(payoutId)
  const outcome = outcomeOf(transfer)
  return (
    <OrderResult
      payout={transfer}
      title={`Перевод № ${transfer.number}`}
      outcome={outcome}
      status={statusText(transfer)}
      note={<Note transfer={transfer} />}
      actions={
        <>
          <ButtonLink full to="/">
            Готово
          </ButtonLink>
          <Button variant="secondary" onClick={onRestart}>
            Перевести ещё
          </Button>
          <ButtonLink variant="secondary" to="/billing?type=transfer">
            Все переводы
          </ButtonLink>
        </>
      }
    >
      {outcome === 'waiting' ? (
        <PayoutTimeline payout={transfer} />
      ) : (
        <Facts>
          {outcome === 'declined' && (
            <Fact name="Возвращено на баланс">
              <Amount rubles={transfer.amount} />
            </Fact>
          )}
          <Fact name="Когда">{when(transfer.completed_at ?? transfer.created_at)}</Fact>
        </Facts>
      )}
    </OrderResult>
  )
}

function Note({ transfer }: { transfer: Payout }) {
  switch (outcomeOf(transfer)) {
    case 'waiting':
      return reviewNotes.transfer
    case 'declined':
      return <DeclineReason payout={transfer} />
    case 'done':
      return 'Деньги уже на балансе получателя.'
  }
}
