import type { Payout } from '@portal/shared/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import type { ComponentProps } from 'react'
import { Fact, Facts } from '../../money-order/facts.tsx'

/** What a person reads out to support, and what a receipt says. */
export function PayoutFacts({ payout, always }: { payout: Payout } & Pick<ComponentProps<typeof Amount>, 'always'>) {
  return (
    <Facts>
      <Fact name="Номер">{payout.number}</Fact>
      {payout.rrn && <Fact name="RRN">{payout.rrn}</Fact>}
      <Fact name="Откуда">{payout.restaurant.name}</Fact>
      <Fact name="Куда">{payout.destination.title}</Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} always={always} />
      </Fact>
      {payout.status !== 'canceled' && (
        <>
          <Fact name="Комиссия">
            <Amount rubles={payout.fee} always={always} />
          </Fact>
          <Fact name={payout.status === 'succeeded' ? 'Зачислено' : 'К зачислению'} strong>
            <Amount rubles={payout.net} always={always} />
          </Fact>
        </>
      )}
    </Facts>
  )
}
