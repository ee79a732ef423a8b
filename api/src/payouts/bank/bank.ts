import type { PayoutReason } from '@portal/contracts/payout'
import type { SbpBank } from '@portal/contracts/sbp'
import type { ProviderName } from '../../settings/providers.ts'
import type { ToldCard } from '../vault/provider-card.ts'

/**
 * Where the money goes. `bankName` is the issuer of the card, or the bank of the СБП phone. `issuedBy` says who issued
 * the token of a card: our vault, or the form of a provider, and then only that provider can pay to it.
 */
export type Destination = { bankName: string } & (
  | { type: 'card'; token: string; issuedBy: 'vault' | ProviderName; last4: string }
  | { type: 'sbp'; phone: string; bankId: string }
)

export type BankOrder = {
  /** The provider pays once for an id, however often the order is sent. */
  payoutId: string
  provider: ProviderName
  /** Kopecks that arrive, after the fee. */
  amount: number
  destination: Destination
}

/** An order that an earlier attempt may have sent, not before `sentAt`. */
export type SentOrder = BankOrder & {
  sentAt: Date
  /** The provider's id of the payment; null as long as no response had one. */
  reference: string | null
}

/**
 * `reference`: the provider's id of the payment, which never changes. `card`: the digits of the card that it is to, as
 * the provider names them.
 */
export type BankResponse = { reference?: string; card?: ToldCard } & (
  | /** The payment is on its way: request its status later. */ { status: 'accepted' }
  | { status: 'paid'; rrn: string }
  | { status: 'declined'; reason: PayoutReason }
)

/** A payment in the provider's list. */
export type ListedPayment = {
  reference: string
  /**
   * The payout that the provider was given with the order, as a UUID in lower case;
   * null for a payment that is not ours.
   */
  payoutId: string | null
  /** Kopecks. */
  amount: number
  status: BankResponse['status']
  createdAt: Date
}

/**
 * The response of the provider decides nothing about this payment, so an operator has to clarify it. Other payments of
 * the provider are not affected.
 */
export class UnclearPaymentError extends Error {
  override readonly name = 'UnclearPaymentError'
}

/**
 * A provider that pays out: docs/banks.md. After a call that throws the payment is unknown: the provider may have
 * received it or not. Calls end when the signal aborts.
 */
export type Bank = {
  /** Names the system that decides about an order. Orders of one name share its concurrency limit and its circuit. */
  decidingBank(order: Pick<BankOrder, 'provider' | 'destination'>): string
  send(order: BankOrder, signal: AbortSignal): Promise<BankResponse>
  /**
   * `unknown`: the provider has never received this payout, and sending it pays it once. An adapter that cannot be sure
   * of both throws.
   */
  status(order: SentOrder, signal: AbortSignal): Promise<BankResponse | { status: 'unknown' }>
  /**
   * Calls back in this process with what was decided: maybe never, maybe more than once.
   * Returns a function that unsubscribes.
   */
  onCallback?(listener: (payoutId: string, response: BankResponse) => void): () => void
}

/** What an adapter may have besides paying. */
export type ProviderBank = Bank & {
  /**
   * Returns which payment a notification of the provider is about; undefined for one of something else. It is a reason
   * to request the status and nothing more: anyone can send one.
   */
  parseNotification?(notification: unknown): { reference: string; payoutId: string | null } | undefined
  /** Lists all payments that were created from `since` until before `until`. */
  payments?(period: { since: Date; until: Date }, signal: AbortSignal): AsyncIterable<ListedPayment>
  /** Returns the kopecks that are left on the account which it pays from. */
  balance?(signal: AbortSignal): Promise<number>
  /** Lists the members of the fast payment system that it pays to. */
  sbpBanks?(signal: AbortSignal): Promise<Pick<SbpBank, 'id' | 'name'>[]>
}
