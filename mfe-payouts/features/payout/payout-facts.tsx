import type { Payout } from '@portal/shared/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { Fact, Facts } from '../../money-order/facts.tsx'

/** What a person reads out to support, and what a receipt says. */
export function PayoutFacts({ payout }: { payout: Payout }) {
  return (
    <Facts>
      <Fact name="Номер">{payout.number}</Fact>
      {payout.rrn && <Fact name="RRN">{payout.rrn}</Fact>}
      <Fact name="Откуда">{payout.restaurant.name}</Fact>
      <Fact name="Куда">{payout.destination.title}</Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} />
      </Fact>
      {payout.status !== 'canceled' && (
        <>
          <Fact name="Комиссия">
            <Amount rubles={payout.fee} />
          </Fact>
          <Fact name={payout.status === 'succeeded' ? 'Зачислено' : 'К зачислению'} strong>
            <Amount rubles={payout.net} />
          </Fact>
        </>
      )}
    </Facts>
  )
}
