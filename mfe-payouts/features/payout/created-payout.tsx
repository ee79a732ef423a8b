import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { DeclineReason } from '../../money-order/decline-reason.tsx'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { useLivePayout } from '../../money-order/live-payout.ts'
import { OrderResult } from '../../money-order/order-result.tsx'
import { isInReview, reviewNotes, statusText, toOutcome } from '../../money-order/payout-status.ts'
import { PayoutTimeline } from '../../money-order/payout-timeline.tsx'
import { When } from '../../money-order/when.tsx'
import { FeeFacts } from './fee-facts.tsx'
import { PayoutReceipt } from './payout-receipt.tsx'

type CreatedPayoutProps = {
  payoutId: string
  /** Whether its receipt is printed, unless the details of another payout are open. */
  printable: boolean
  onRestart: () => void
  onRepeat: (payout: Payout) => void
}

/** Shows the payout that the form has created, and follows it to its end. */
export function CreatedPayout({ payoutId, printable, onRestart, onRepeat }: CreatedPayoutProps) {
  const payout = useLivePayout(payoutId)
  const outcome = toOutcome(payout)
  const common = { payout, outcome, title: `Заявка № ${payout.number}`, status: statusText(payout) }

  if (outcome === 'waiting') {
    return (
      <OrderResult
        {...common}
        note={isInReview(payout) ? reviewNotes.payout : 'Страницу можно закрыть: заявка выполнится сама.'}
        actions={
          <>
            <ButtonLink full to="/">
              Готово
            </ButtonLink>
            <Button full variant="secondary" onClick={onRestart}>
              Вывести ещё
            </Button>
          </>
        }
      >
        <PayoutTimeline payout={payout} />
      </OrderResult>
    )
  }

  if (outcome === 'declined') {
    return (
      <OrderResult
        {...common}
        note={<DeclineReason payout={payout} />}
        actions={
          <>
            <Button onClick={() => onRepeat(payout)} icon="retry">
              Повторить
            </Button>
            <ButtonLink variant="secondary" to="/settings/payout-methods">
              Способы вывода
            </ButtonLink>
          </>
        }
      >
        <Facts>
          <Fact name="Возвращено на баланс">
            <Amount rubles={payout.amount} />
          </Fact>
          <Fact name="Когда">
            <When at={payout.completed_at ?? payout.created_at} />
          </Fact>
        </Facts>
      </OrderResult>
    )
  }

  return (
    <OrderResult
      {...common}
      actions={
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
      }
    >
      <Facts>
        <Fact name="Зачислено">
          <Amount rubles={payout.net} />
        </Fact>
        <FeeFacts fees={payout} size="text" />
        <Fact name="Когда">
          <When at={payout.completed_at ?? payout.created_at} />
        </Fact>
      </Facts>
      {printable && <PayoutReceipt payout={payout} />}
    </OrderResult>
  )
}
