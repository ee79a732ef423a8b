import type { ReconciliationKind } from '@portal/contracts/admin/reconciliation'
import type { ListedPayment } from '../payouts/bank/bank.ts'

/** A payout of ours at the provider. `amount`: kopecks that arrive. */
export type OurPayout = {
  id: string
  amount: number
  status: 'accepted' | 'paid' | 'declined'
  /** The first attempt was in the period that is compared, so a payment has to be in it too, or soon after. */
  isOfPeriod: boolean
}

export type Difference = {
  kind: ReconciliationKind
  payoutId: string | null
  reference: string | null
  ours: Pick<OurPayout, 'amount' | 'status'> | null
  theirs: Pick<ListedPayment, 'amount' | 'status'> | null
}

type Compared = {
  payouts: readonly OurPayout[]
  /** All payments of the payouts, also those from after the period. */
  payments: readonly ListedPayment[]
  /** Whether a payment is one of the period: the report of its own day has any other. */
  isOfPeriod(payment: ListedPayment): boolean
}

/**
 * Compares the provider's payments with our payouts. What is not decided on one side is no difference yet: the status will be
 * requested again.
 */
export function compare({ payouts, payments, isOfPeriod }: Compared): Difference[] {
  const ours = new Map(payouts.map((payout) => [payout.id, payout]))
  const byPayout = Map.groupBy(payments, ({ payoutId }) => payoutId ?? '')
  const differences: Difference[] = []
  const add = (kind: ReconciliationKind, payout: OurPayout | undefined, payment: ListedPayment | undefined) =>
    differences.push({
      kind,
      payoutId: payout?.id ?? null,
      reference: payment?.reference ?? null,
      ours: payout ?? null,
      theirs: payment ?? null,
    })

  for (const payment of payments.filter(isOfPeriod)) {
    const payout = payment.payoutId === null ? undefined : ours.get(payment.payoutId)
    if (!payout) {
      // A declined payment that is not ours has moved no money.
      if (payment.status !== 'declined') add('foreign', undefined, payment)
      continue
    }
    const others = (byPayout.get(payout.id) ?? []).filter(({ status }) => status !== 'declined')
    if (payment.status !== 'declined' && others[0] !== payment) add('doubled', payout, payment)
    else if (payment.amount !== payout.amount) add('amount', payout, payment)
    else if (contradicts(payout.status, payment.status, others.length > 0)) add('status', payout, payment)
  }
  for (const payout of payouts) {
    if (payout.isOfPeriod && payout.status === 'paid' && !byPayout.has(payout.id)) add('missing', payout, undefined)
  }
  return differences
}

/** `isPaidElsewhere`: a payout may have been declined first, and paid by another payment. */
function contradicts(ours: OurPayout['status'], theirs: ListedPayment['status'], isPaidElsewhere: boolean): boolean {
  if (ours === 'accepted' || theirs === 'accepted' || ours === theirs) return false
  return theirs === 'paid' || !isPaidElsewhere
}
