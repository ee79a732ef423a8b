import type { Payout } from '@portal/contracts/payout'
import type { Elements } from '@portal/shared/elements'
import { DeclineReason } from '@portal/shared/order-details/decline-reason'
import { statusText, toOutcome } from '@portal/shared/order-details/payout-status'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { OrderResult } from '../money-order/order-result.tsx'

type TransferResultProps = {
  payout: Payout
  /** What the outcome means for the user; a decline has its reason. */
  notes: { waiting: string; done: string }
  /** The label of the button that starts another transfer. */
  again: string
  onRestart: () => void
  children: Elements
}

/** A transfer needs no bank: it is complete when it exists, unless an operator has to decide about it first. */
export function TransferResult({ payout, notes, again, onRestart, children }: TransferResultProps) {
  const outcome = toOutcome(payout)
  return (
    <OrderResult
      payout={payout}
      title={`Перевод № ${payout.number}`}
      outcome={outcome}
      status={statusText(payout)}
      note={outcome === 'declined' ? <DeclineReason payout={payout} /> : notes[outcome]}
      actions={
        <>
          <ButtonLink full to="/">
            Готово
          </ButtonLink>
          <Button variant="secondary" onClick={onRestart}>
            {again}
          </Button>
          <ButtonLink variant="secondary" to="/billing?type=transfer">
            Все переводы
          </ButtonLink>
        </>
      }
    >
      {children}
    </OrderResult>
  )
}
