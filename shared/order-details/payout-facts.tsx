import type { Payout } from '@portal/contracts/payout'
import { Amount } from '@portal/shared/ui/amount'
import { NoBreak } from '@portal/shared/ui/no-break'
import type { ComponentProps } from 'react'
import { Fact, Facts } from './facts.tsx'

type Always = Pick<ComponentProps<typeof Amount>, 'always'>

export const numberNames = {
  payout: 'Номер вывода',
  transfer: 'Номер перевода',
} satisfies Record<Payout['kind'], string>

/** Lists what a user reads out to support, and the content of a receipt. */
export function PayoutFacts({ payout, always }: { payout: Payout } & Always) {
  return (
    <Facts>
      <Fact name={numberNames[payout.kind]}>{payout.number}</Fact>
      <Fact name="Откуда">{payout.restaurant.name}</Fact>
      <Fact name={payout.kind === 'transfer' ? 'Кому' : 'Куда'}>
        <NoBreak>{payout.destination.title}</NoBreak>
      </Fact>
      <Fact name="Сумма">
        <Amount rubles={payout.amount} always={always} />
      </Fact>
      <ResultFacts payout={payout} always={always} />
      {payout.rrn && (
        <Fact name="Номер для банка" note="Деньги не пришли? Назовите этот номер своему банку.">
          {payout.rrn}
        </Fact>
      )}
    </Facts>
  )
}

type ResultFactsProps = {
  payout: Pick<Payout, 'kind' | 'status' | 'amount' | 'fee' | 'restaurant_fee' | 'net'>
} & Always

/** What a withdrawal costs and what arrives, or that the money of an order is back. */
export function ResultFacts({ payout, always }: ResultFactsProps) {
  if (payout.status === 'canceled') {
    return (
      <Fact name="Возвращено на баланс" isStrong>
        <Amount rubles={payout.amount} always={always} />
      </Fact>
    )
  }
  if (payout.kind === 'transfer') return null
  return (
    <>
      <FeeFacts fees={payout} always={always} />
      <Fact name={payout.status === 'succeeded' ? 'Пришло' : 'Придёт'} isStrong>
        <Amount rubles={payout.net} always={always} />
      </Fact>
    </>
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
