import type { Payout } from '@portal/contracts/payout'
import { getSharing } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { DeclineReason } from '../../money-order/decline-reason.tsx'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { useLivePayout } from '../../money-order/live-payout.ts'
import { OrderResult } from '../../money-order/order-result.tsx'
import { outcomeOf, statusText } from '../../money-order/payout-status.ts'
import { PayoutTimeline } from '../../money-order/payout-timeline.tsx'
import { ShareList } from './share-list.tsx'

/** It needs no bank: once it exists it is done, unless an operator is to decide about it first. */
export function CreatedSharing({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const payout = useLivePayout(payoutId)
  const { data: sharing } = useSuspenseQuery(apiQuery(getSharing, { params: { id: payoutId } }))
  const outcome = outcomeOf(payout)
  return (
    <OrderResult
      payout={payout}
      title={`Перевод № ${payout.number}`}
      outcome={outcome}
      status={statusText(payout)}
      note={<Note payout={payout} />}
      actions={
        <>
          <ButtonLink full to="/">
            Готово
          </ButtonLink>
          <Button variant="secondary" onClick={onRestart}>
            Разделить ещё
          </Button>
          <ButtonLink variant="secondary" to="/billing?type=transfer">
            Все переводы
          </ButtonLink>
        </>
      }
    >
      {outcome === 'waiting' && <PayoutTimeline payout={payout} />}
      {outcome === 'declined' && (
        <Facts>
          <Fact name="Возвращено на баланс">
            <Amount rubles={payout.amount} />
          </Fact>
        </Facts>
      )}
      <ShareList shares={sharing.shares} way={sharing.way} />
    </OrderResult>
  )
}

function Note({ payout }: { payout: Payout }) {
  switch (outcomeOf(payout)) {
    case 'waiting':
      return 'Перевод необычный, его проверит сотрудник поддержки. Деньги удержаны с баланса, получателям они пока не пришли: если перевод отклонят, они вернутся.'
    case 'declined':
      return <DeclineReason payout={payout} />
    case 'done':
      return 'Деньги уже на балансе получателей.'
  }
}
