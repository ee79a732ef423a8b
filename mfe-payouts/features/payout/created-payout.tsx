import { Button } from '@portal/shared/ui/button'
import { OrderResult } from '../../money-order/order-result.tsx'
import { useLivePayout } from './live-payout.ts'
import { isInFlight, statusText, statusTones } from './payout-status.ts'
import { PayoutTimeline } from './payout-timeline.tsx'

type CreatedPayoutProps = { payoutId: string; onDetails: (payoutId: string) => void; onRestart: () => void }

/** The payout that came of the form, followed until it is over. */
export function CreatedPayout({ payoutId, onDetails, onRestart }: CreatedPayoutProps) {
  const payout = useLivePayout(payoutId)
  return (
    <OrderResult
      payout={payout}
      title={`Заявка № ${payout.number}`}
      status={{ tone: statusTones[payout.status], text: statusText(payout) }}
      note={isInFlight(payout) && 'Страницу можно закрыть: заявка выполнится сама.'}
      actions={
        <>
          <Button variant="secondary" onClick={onRestart}>
            Новый вывод
          </Button>
          <Button variant="secondary" onClick={() => onDetails(payout.id)}>
            Подробнее
          </Button>
        </>
      }
    >
      <PayoutTimeline payout={payout} />
    </OrderResult>
  )
}
