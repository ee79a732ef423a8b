import { getPayout } from '@portal/shared/contracts/payout'
import { apiQuery } from '@portal/shared/http/query'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { OrderResult } from '../../money-order/order-result.tsx'
import { when } from '../../money-order/when.ts'

/** A transfer needs no bank: once it exists it is done. */
export function CreatedTransfer({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const { data: payout } = useSuspenseQuery(apiQuery(getPayout, { params: { id: payoutId } }))
  return (
    <OrderResult
      payout={payout}
      title={`Перевод № ${payout.number}`}
      outcome="done"
      status="Переведено"
      note="Деньги уже на балансе получателя."
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
      <Facts>
        <Fact name="Когда">{when(payout.created_at)}</Fact>
      </Facts>
    </OrderResult>
  )
}
