import { getPayout } from '@portal/shared/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { useSuspenseQuery } from '@tanstack/react-query'
import { OrderResult } from '../../money-order/order-result.tsx'

/** A transfer needs no bank: once it exists it is done. */
export function CreatedTransfer({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const { data: payout } = useSuspenseQuery(apiQuery(getPayout, { params: { id: payoutId } }))
  return (
    <OrderResult
      payout={payout}
      title={`Перевод № ${payout.number}`}
      status={{ tone: 'positive', text: 'Переведено' }}
      note="Деньги уже на балансе получателя."
      actions={
        <>
          <Button variant="secondary" onClick={onRestart}>
            Новый перевод
          </Button>
          <ButtonLink variant="secondary" to="/billing?type=transfer">
            Все переводы
          </ButtonLink>
        </>
      }
    />
  )
}
