import type { ReconciliationKind } from '@portal/contracts/admin/reconciliation'
import type { ListedPayment } from '../bank/bank.ts'

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
  /** Returns whether a payment belongs to the period. Other payments are compared with the payouts of their own day. */
  isOfPeriod(payment: ListedPayment): boolean
}

/**
 * Compares the provider's payments with our payouts. A payment that one side has not decided is not a difference yet,
 * because its status will be requested again. Each kind of difference is returned once for a payment.
 */
export function compare({ payouts, payments: listed, isOfPeriod }: Compared): Difference[] {
  const payments = withoutCopies(listed)
  const ours = new Map(payouts.map((payout) => [payout.id, payout]))
  const byPayout = Map.groupBy(payments, ({ payoutId }) => payoutId ?? '')
  const differences = new Map<string, Difference>()
  function add(kind: ReconciliationKind, payout: OurPayout | undefined, payment: ListedPayment | undefined): void {
    const [payoutId, reference] = [payout?.id ?? null, payment?.reference ?? null]
    const key = JSON.stringify([kind, payoutId, reference])
    if (!differences.has(key)) {
      differences.set(key, { kind, payoutId, reference, ours: payout ?? null, theirs: payment ?? null })
    }
  }

  for (const payment of payments.filter(isOfPeriod)) {
    const payout = payment.payoutId === null ? undefined : ours.get(payment.payoutId)
    if (!payout) {
      // A declined payment that is not ours has moved no money.
      if (payment.status !== 'declined') add('foreign', undefined, payment)
      continue
    }
    const paying = (byPayout.get(payout.id) ?? []).filter(({ status }) => status !== 'declined')
    const isPaidElsewhere = paying.some(({ reference }) => reference !== payment.reference)
    if (payment.status !== 'declined' && paying[0]?.reference !== payment.reference) add('doubled', payout, payment)
    else if (payment.amount !== payout.amount) add('amount', payout, payment)
    else if (contradicts(payout.status, payment.status, isPaidElsewhere)) add('status', payout, payment)
  }
  for (const payout of payouts) {
    if (payout.isOfPeriod && payout.status === 'paid' && !byPayout.has(payout.id)) add('missing', payout, undefined)
  }
  return [...differences.values()]
}

/**
 * Returns each payment once, the oldest first. A payment is listed twice where pages overlap because payments were
 * added meanwhile, or where a statement joins the files of two days. A decided copy replaces undecided ones. If decided
 * copies differ, the provider contradicts itself, and all are returned: one that agrees with us must not hide another.
 */
function withoutCopies(listed: readonly ListedPayment[]): ListedPayment[] {
  const payments = Map.groupBy(listed, ({ reference }) => reference)
  return [...payments.values()]
    .flatMap((copies) => {
      const decided = copies.filter(({ status }) => status !== 'accepted')
      const current = decided.length > 0 ? decided : copies
      return [...Map.groupBy(current, ({ payoutId, amount, status }) => `${payoutId} ${amount} ${status}`).values()]
    })
    .flatMap(([copy]) => copy ?? [])
    .toSorted((a, b) => +a.createdAt - +b.createdAt || (a.reference < b.reference ? -1 : 1))
}

/** `isPaidElsewhere`: another payment has paid the payout, so this one may have been declined. */
function contradicts(ours: OurPayout['status'], theirs: ListedPayment['status'], isPaidElsewhere: boolean): boolean {
  if (ours === 'accepted' || theirs === 'accepted' || ours === theirs) return false
  return theirs === 'paid' || !isPaidElsewhere
}
