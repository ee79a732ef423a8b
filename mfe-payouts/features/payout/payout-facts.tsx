import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import type { ComponentProps } from 'react'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { FeeFacts } from './fee-facts.tsx'

/** Lists what a user reads out to support, and the content of a receipt. */
export function PayoutFacts({ payout, always }: { payout: Payout } & Pick<ComponentProps<typeof Amount>, 'always'>) {
  return (
    <Facts>
      <Fact name={payout.kind === 'transfer' ? 'Номер перевода' : 'Номер заявки'}>{payout.number}</Fact>
      <Fact name="Откуда">{payout.restaurant.name}</Fact>
      <Fact name={payout.kind === 'transfer' ? 'Кому' : 'Куда'}>
        <NoBreak>{payout.destination.title}</NoBreak>
      </Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} always={always} />
      </Fact>
      {payout.status !== 'canceled' && (
        <>
          <FeeFacts fees={payout} always={always} />
          <Fact name={payout.status === 'succeeded' ? 'Зачислено' : 'К зачислению'} strong>
            <Amount rubles={payout.net} always={always} />
          </Fact>
        </>
      )}
      {payout.rrn && (
        <Fact
          name="Номер операции в банке (RRN)"
          note="Если деньги не пришли, назовите его банку: он найдёт зачисление."
        >
          {payout.rrn}
        </Fact>
      )}
    </Facts>
  )
}
