import { getSharing } from '@portal/contracts/sharing'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useLivePayout } from '@portal/shared/order-details/live-payout'
import { toOutcome } from '@portal/shared/order-details/payout-status'
import { PayoutTimeline } from '@portal/shared/order-details/payout-timeline'
import { useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { TransferResult } from '../../colleagues/transfer-result.tsx'
import { ShareList } from './share-list.tsx'

const notes = {
  waiting:
    'Перевод необычный, его проверит сотрудник поддержки. Деньги пока отложены, коллегам не пришли: если перевод отклонят, они вернутся на баланс.',
  done: 'Деньги уже на балансе получателей.',
}

export function CreatedSharing({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const payout = useLivePayout(payoutId)
  const { data: sharing } = useSuspenseQuery(apiQuery(getSharing, { params: { id: payoutId } }))
  const outcome = toOutcome(payout)
  return (
    <TransferResult payout={payout} notes={notes} again="Разделить ещё" onRestart={onRestart}>
      {outcome === 'waiting' && <PayoutTimeline payout={payout} />}
      {outcome === 'declined' && (
        <Facts>
          <Fact name="Возвращено на баланс">
            <Amount rubles={payout.amount} />
          </Fact>
        </Facts>
      )}
      <ShareList shares={sharing.shares} way={sharing.way} />
    </TransferResult>
  )
}
