import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import type { ComponentProps } from 'react'
import { Fact, Facts } from './facts.tsx'

/** Lists what a user reads out to support, and the content of a receipt. */
export function PayoutFacts({ payout, always }: { payout: Payout } & Pick<ComponentProps<typeof Amount>, 'always'>) {
  return (
    <Facts>
      <Fact name={payout.kind === 'transfer' ? 'Номер перевода' : 'Номер вывода'}>{payout.number}</Fact>
      <Fact name="Откуда">{payout.restaurant.name}</Fact>
      <Fact name={payout.kind === 'transfer' ? 'Кому' : 'Куда'}>
        <NoBreak>{payout.destination.title}</NoBreak>
      </Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} always={always} />
      </Fact>
      {payout.status === 'canceled' ? (
        <Fact name="Возвращено на баланс" isStrong>
          <Amount rubles={payout.amount} always={always} />
        </Fact>
      ) : (
        payout.kind === 'payout' && (
          <>
            <FeeFacts fees={payout} always={always} />
            <Fact name={payout.status === 'succeeded' ? 'Пришло' : 'Придёт'} isStrong>
              <Amount rubles={payout.net} always={always} />
            </Fact>
          </>
        )
      )}
      {payout.rrn && (
        <Fact name="Номер для банка" note="Деньги не пришли? Назовите этот номер своему банку.">
          {payout.rrn}
        </Fact>
      )}
    </Facts>
  )
}

type FeeFactsProps = {
  /** Rubles: the employee's part of the fee, and the restaurant's part if it pays one. Null without an amount. */
  fees: { fee: number | null; restaurant_fee?: number | null | undefined }
} & Pick<ComponentProps<typeof Amount>, 'always' | 'size'>

export function FeeFacts({ fees: { fee, restaurant_fee }, ...style }: FeeFactsProps) {
  const shown = (rubles: number | null) => (rubles === null ? '—' : <Amount rubles={rubles} {...style} />)
  if (restaurant_fee === undefined) return <Fact name="Комиссия">{shown(fee)}</Fact>
  return (
    <>
      <Fact name="Ваша часть комиссии">{shown(fee)}</Fact>
      <Fact name="Ресторан платит">{shown(restaurant_fee)}</Fact>
    </>
  )
}
