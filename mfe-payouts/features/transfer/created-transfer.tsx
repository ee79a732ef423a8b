import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useLivePayout } from '@portal/shared/order-details/live-payout'
import { reviewNotes, toOutcome } from '@portal/shared/order-details/payout-status'
import { PayoutTimeline } from '@portal/shared/order-details/payout-timeline'
import { Amount } from '@portal/shared/ui/amount'
import { TransferResult } from '../../colleagues/transfer-result.tsx'
import { When } from '../../money-order/when.tsx'

const notes = { waiting: reviewNotes.transfer, done: 'Деньги уже на балансе получателя.' }

export function CreatedTransfer({ payoutId, onRestart }: { payoutId: string; onRestart: () => void }) {
  const transfer = useLivePayout(payoutId)
  const outcome = toOutcome(transfer)
  return (
    <TransferResult payout={transfer} notes={notes} again="Перевести ещё" onRestart={onRestart}>
      {outcome === 'waiting' ? (
        <PayoutTimeline payout={transfer} />
      ) : (
        <Facts>
          {outcome === 'declined' && (
            <Fact name="Возвращено на баланс">
              <Amount rubles={transfer.amount} />
            </Fact>
          )}
          <Fact name="Когда">
            <When at={transfer.completed_at ?? transfer.created_at} />
          </Fact>
        </Facts>
      )}
    </TransferResult>
  )
}
