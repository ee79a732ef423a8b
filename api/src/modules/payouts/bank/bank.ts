import type { PayoutReason } from '@portal/contracts/payout'

/** Where the money goes. `bankName`: the issuer of the card, or the bank of the СБП phone. */
export type Destination = { bankName: string } & (
  | { type: 'card'; token: string; last4: string }
  | { type: 'sbp'; phone: string; bankId: string }
)

export type BankOrder = {
  /** The bank pays once for an id, however often the order is sent. */
  payoutId: string
  /** Kopecks that arrive, after the fee. */
  amount: number
  destination: Destination
}

export type BankResponse =
  /** The payment is on its way: request its status later. */
  { status: 'accepted' } | { status: 'paid'; rrn: string } | { status: 'declined'; reason: PayoutReason }

/**
 * The provider that pays out. After a call that throws the payment is unknown: the bank may have received it or not.
 * Calls end when the signal aborts.
 */
export type Bank = {
  /** Names the bank that decides about an order. Orders of one name share its concurrency limit and its circuit. */
  bankOf(destination: Destination): string
  send(order: BankOrder, signal: AbortSignal): Promise<BankResponse>
  /** `unknown`: the bank has never received this payout. */
  status(payoutId: string, signal: AbortSignal): Promise<BankResponse | { status: 'unknown' }>
  /** The bank calls back when it has decided: maybe never, maybe more than once. Returns a function that unsubscribes. */
  onCallback(listener: (payoutId: string, response: BankResponse) => void): () => void
}
