import { randomInt, randomUUID } from 'node:crypto'
import { parseKopecks, toAmount } from '../payout.ts'
import type { StoredCard } from './widget.ts'

/** The request that creates a payout, as the provider documents it. */
export type PayoutRequest = {
  amount: { value: string; currency: string }
  payout_token?: string
  payout_destination_data?: { type: string; phone: string; bank_id: string }
  description?: string
  metadata?: Record<string, string>
}

export type StoredPayout = {
  id: string
  amount: { value: string; currency: string }
  status: 'pending' | 'succeeded' | 'canceled'
  payout_destination: object
  created_at: string
  metadata?: Record<string, string>
  cancellation_details?: { party: string; reason: string }
  test: true
}

/** An error of the provider: the status and the body. */
export class Rejection extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, code: string, parameter?: string) {
    super(code)
    this.status = status
    this.body = { type: 'error', id: randomUUID(), code, description: code, ...(parameter && { parameter }) }
  }
}

export type StoreOptions = {
  /** Kopecks on the account. */
  balance?: number
  /** Milliseconds until a payout is decided. */
  settlesAfterMs?: number
  /** Milliseconds until a search finds a new payout. */
  searchLagMs?: number
  /** Milliseconds for which a repeated key returns the payout that it created. */
  keyLifetimeMs?: number
  onDecision?: (payout: StoredPayout) => void
}

const MAX_RUBLES = 500_000
export const doubleSbpBanks = [
  { bank_id: '100000000111', name: 'Сбербанк', bic: '044525225' },
  { bank_id: '100000000004', name: 'Т-Банк', bic: '044525974' },
  { bank_id: '100000000005', name: 'ВТБ', bic: '044525411' },
]

export type PayoutStore = ReturnType<typeof createPayoutStore>

/**
 * Creates the payouts of the double. A phone that ends with 02 has no account at its bank; payouts to one that ends
 * with 03 are never decided. A token that begins with `wrong` is invalid, one with `fraud` is of a suspected card.
 */
export function createPayoutStore({
  searchLagMs = 0,
  keyLifetimeMs = 24 * 60 * 60 * 1000,
  ...options
}: StoreOptions = {}) {
  const ledger = new DoubleLedger(options)
  const { payouts, cards } = ledger
  const keys = new Map<string, { request: string; id: string; expires: number }>()
  return {
    /** A repeated request with its key returns the payout that exists; another request with that key is an error. */
    create(key: string, request: PayoutRequest): StoredPayout {
      const known = keys.get(key)
      const text = JSON.stringify(request)
      const first = known && known.expires > Date.now() ? payouts.get(known.id) : undefined
      if (first) {
        if (known?.request !== text) throw new Rejection(400, 'invalid_request', 'Idempotence-Key')
        return first
      }
      requireValid(request)
      const payout = ledger.add(request)
      keys.set(key, { request: text, id: payout.id, expires: Date.now() + keyLifetimeMs })
      return payout
    },
    find: (id: string) => payouts.get(id),
    search: (payoutId: string) =>
      [...payouts.values()].filter(
        ({ metadata, created_at }) =>
          metadata?.payout_id === payoutId && Date.now() - Date.parse(created_at) >= searchLagMs,
      ),
    all: () => [...payouts.values()],
    /** Adds a payout that the portal did not request, or a duplicate. */
    addForeign: (request: PayoutRequest) => ledger.add(request),
    /** Adds a card that the form has read. */
    addCard: (card: StoredCard): void => void cards.set(card.payout_token, card),
    balance: () => ledger.balance,
    setBalance(kopecks: number): void {
      ledger.balance = kopecks
    },
    stop: () => ledger.stop(),
  }
}

/** The account, from which payouts are paid some time after they are added. */
class DoubleLedger {
  balance: number
  readonly payouts = new Map<string, StoredPayout>()
  readonly cards = new Map<string, StoredCard>()
  readonly #settlesAfterMs: number
  readonly #onDecision: StoreOptions['onDecision']
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor({ balance = 100_000_000_00, settlesAfterMs = 50, onDecision }: StoreOptions) {
    this.balance = balance
    this.#settlesAfterMs = settlesAfterMs
    this.#onDecision = onDecision
  }

  add(request: PayoutRequest): StoredPayout {
    const kopecks = parseKopecks(request.amount.value)
    const payout: StoredPayout = {
      id: `po-${randomUUID()}`,
      amount: toAmount(kopecks),
      status: 'pending',
      payout_destination: request.payout_destination_data ?? {
        type: 'bank_card',
        card: this.#toCard(request.payout_token ?? ''),
      },
      created_at: new Date().toISOString(),
      ...(request.metadata && { metadata: request.metadata }),
      test: true,
    }
    this.payouts.set(payout.id, payout)
    if (this.balance < kopecks) {
      this.#decide(payout, 'insufficient_funds')
      return payout
    }
    this.balance -= kopecks
    if (request.payout_destination_data?.phone.endsWith('03')) return payout
    const reason = findDecline(request)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#decide(payout, reason)
    }, this.#settlesAfterMs)
    this.#timers.add(timer)
    return payout
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  #decide(payout: StoredPayout, reason: string | undefined): void {
    if (reason === undefined) {
      payout.status = 'succeeded'
      if ('phone' in payout.payout_destination)
        Object.assign(payout.payout_destination, { sbp_operation_id: `B${randomInt(1e12, 1e13)}` })
    } else {
      payout.status = 'canceled'
      payout.cancellation_details = { party: 'payout_network', reason }
      if (reason !== 'insufficient_funds') this.balance += parseKopecks(payout.amount.value)
    }
    this.#onDecision?.(payout)
  }

  /** Returns the card of a token. A token that the form has not issued has a card too, so tests need no browser. */
  #toCard(token: string): object {
    const { first6 = '220220', last4 = '1234', issuer_name = 'Сбербанк' } = this.cards.get(token) ?? {}
    return { first6, last4, card_type: 'Mir', issuer_country: 'RU', issuer_name }
  }
}

function requireValid({ amount, payout_token, payout_destination_data: data }: PayoutRequest): void {
  if (!/^\d+\.\d\d$/.test(amount?.value) || amount.currency !== 'RUB' || Number(amount.value) < 1) {
    throw new Rejection(400, 'invalid_request', 'amount.value')
  }
  if (Number(amount.value) > MAX_RUBLES) throw new Rejection(400, 'invalid_request', 'amount.value')
  if ((payout_token === undefined) === (data === undefined)) throw new Rejection(400, 'invalid_request', 'payout_token')
  if (payout_token?.startsWith('wrong')) throw new Rejection(400, 'invalid_request', 'payout_token')
  if (!data) return
  if (data.type !== 'sbp') throw new Rejection(400, 'invalid_request', 'payout_destination_data.type')
  if (!/^\d{11,15}$/.test(data.phone)) throw new Rejection(400, 'invalid_request', 'payout_destination_data.phone')
  if (!doubleSbpBanks.some(({ bank_id }) => bank_id === data.bank_id)) {
    throw new Rejection(400, 'invalid_request', 'payout_destination_data.bank_id')
  }
}

function findDecline({ payout_token, payout_destination_data: data }: PayoutRequest): string | undefined {
  if (data?.phone.endsWith('02')) return 'recipient_not_found'
  return payout_token?.startsWith('fraud') ? 'fraud_suspected' : undefined
}
