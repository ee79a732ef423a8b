import { Amount } from '@portal/shared/ui/amount'
import type { ComponentProps } from 'react'
import { Fact } from '../../money-order/facts.tsx'

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
