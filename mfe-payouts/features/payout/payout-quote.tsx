import type { PayoutTerms } from '@portal/contracts/payout-method'
import { Amount } from '@portal/shared/ui/amount'
import { Fact, Facts } from '../../money-order/facts.tsx'
import { FeeFacts } from './fee-facts.tsx'
import { payoutQuote } from './payout-amount.ts'

/** What an amount costs, what arrives and when; dashes until there is an amount, so that nothing moves. */
export function PayoutQuote({ amount, terms }: { amount: number | null; terms: PayoutTerms }) {
  const quote = amount ? payoutQuote(amount, terms) : null
  const noFees = { fee: null, ...(terms.whole_fee && { restaurant_fee: null }) }
  return (
    <Facts>
      <FeeFacts fees={quote ?? noFees} always />
      <Fact name="К зачислению">{quote ? <Amount rubles={quote.net} always /> : '—'}</Fact>
      <Fact name="Срок">{terms.eta_text}</Fact>
    </Facts>
  )
}
