import type { PayoutMethod } from '@portal/contracts/payout-method'
import { Amount } from '@portal/shared/ui/amount'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { payoutQuote } from './payout-amount.ts'

/** What an amount costs, what arrives and when; dashes until there is an amount, so that nothing moves. */
export function PayoutQuote({ amount, terms }: { amount: number | null; terms: PayoutMethod }) {
  const quote = amount ? payoutQuote(amount, terms) : null
  const isShared = terms.fee_share !== undefined
  return (
    <Facts>
      <Fact name={isShared ? 'Ваша часть комиссии' : 'Комиссия'}>
        {quote ? <Amount rubles={quote.fee} always /> : '—'}
      </Fact>
      {isShared && <Fact name="Ресторан платит">{`${terms.fee_share}\u00A0% комиссии`}</Fact>}
      <Fact name="К зачислению">{quote ? <Amount rubles={quote.net} always /> : '—'}</Fact>
      <Fact name="Срок">{terms.eta_text}</Fact>
    </Facts>
  )
}
