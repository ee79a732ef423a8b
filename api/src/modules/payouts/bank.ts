import type { PayoutReason } from '@portal/shared/contracts/payout'

export type BankOrder = {
  /** The bank pays once for an id, however often it is asked. */
  payoutId: string
  /** Kopecks that arrive. */
  amount: number
  destination: { type: 'card'; token: string; last4: string } | { type: 'sbp'; phone: string; bankId: string }
}

export type BankAnswer =
  /** On its way: ask again later. */
  { status: 'accepted' } | { status: 'paid'; rrn: string } | { status: 'declined'; reason: PayoutReason }

/**
 * The way out to the bank. A call that throws says nothing about the payment: the bank may have got it or not. Calls
 * end when the signal aborts.
 */
export type Bank = {
  send(order: BankOrder, signal: AbortSignal): Promise<BankAnswer>
  /** `unknown`: the bank has never heard of this payout. */
  status(payoutId: string, signal: AbortSignal): Promise<BankAnswer | { status: 'unknown' }>
  /** The bank calls back when it has decided: maybe never, maybe more than once. Returns what stops listening. */
  onAnswer(listener: (payoutId: string, answer: BankAnswer) => void): () => void
}
