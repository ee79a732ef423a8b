import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { type Colleague, listColleagues } from '@portal/contracts/colleague'
import { checkDefault } from '@portal/contracts/employee'
import { createPayout, type NewPayout, type OrderToConfirm } from '@portal/contracts/new-payout'
import { sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys, type Passkey, startPasskeyConfirmation } from '@portal/contracts/passkey'
import { findPayoutByKey, getPayout, listPayouts, type Payout } from '@portal/contracts/payout'
import {
  type Card,
  getTransferLimits,
  listPayoutMethods,
  listPayoutTerms,
  type SbpPhone,
  type TransferLimits,
} from '@portal/contracts/payout-method'
import { recipientsText } from '@portal/contracts/shares'
import {
  getSharing,
  getSharingTemplate,
  listSharings,
  type Sharing,
  type SharingTemplate,
  saveSharingTemplate,
} from '@portal/contracts/sharing'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { requestOptions } from '@portal/shared/testing/passkey-device'
import { cardTerms, mir, sbp, sbpTerms } from '@portal/shared/testing/payout-ways'

export const colleague = { photo_url: null, roles: [], manager: false } satisfies Partial<Colleague>

/** How the next request for a payout fails. */
type Failure =
  | 'response lost'
  | 'response never'
  | 'request lost'
  | 'request never'
  | 'still running'
  | 'unavailable'
  | ProblemResponse

const BOOKED_AT = '2026-11-20T12:00:00+03:00'
const PAGE_SIZE = 20

/** The state of the stubbed API for payouts and transfers, which a test reads and changes. */
export class OrderServer {
  code = '123456'
  balance = 1250
  methods: (Card | SbpPhone)[] = [mir, sbp]
  terms = [cardTerms, sbpTerms]
  transferLimits: TransferLimits = { max: 75_000, day_limit_left: 150_000 }
  isDefault = true
  colleagues: Colleague[] = [
    { ...colleague, id: 'boris', name: 'Борис Ким', phone_last2: '02' },
    { ...colleague, id: 'vera', name: 'Вера Новикова', phone_last2: '03' },
  ]
  /** What was shared, newest first, and the template of the restaurant. */
  sharings: Sharing[] = []
  template: SharingTemplate | null = null
  /** What each code was requested for. */
  codesFor: (OrderToConfirm | undefined)[] = []
  passkeys: Passkey[] = []
  /** What each signature of a passkey was requested for. */
  signaturesFor: (OrderToConfirm | undefined)[] = []
  /** How the next request for a code or a signature is rejected. */
  codeProblem: ProblemResponse | null = null
  /** Responds to no search for a payout by its key. */
  isUnreachable = false
  /** Oldest first; one is taken by each call for a payout. */
  failures: Failure[] = []
  /** All requests for a payout, as they came over the network. */
  requests: { key: string | undefined; body: NewPayout }[] = []
  /** What differs in what is booked next. */
  booked: Partial<Payout> = {}
  /** The payouts by their idempotency keys. */
  readonly payouts = new Map<string, Payout>()
  readonly #comments = new Map<string, string | undefined>()

  /** Returns the rubles that left the balance. */
  paid(): number {
    return [...this.payouts.values()].reduce(
      (sum, { status, amount }) => (status === 'canceled' ? sum : sum + amount),
      0,
    )
  }

  /** Lets the bank process the next step. */
  settle(status: Payout['status'], more: Partial<Payout> = {}): void {
    for (const [key, payout] of this.payouts) {
      const timeline = [...payout.timeline, { status, at: BOOKED_AT }]
      this.payouts.set(key, { ...payout, ...more, status, timeline })
    }
  }

  /** Books an order without any check. */
  book(key: string, body: NewPayout): Payout {
    const booked: Payout = {
      id: `p${this.payouts.size + 1}`,
      number: String(100_001 + this.payouts.size),
      amount: body.amount,
      restaurant: { id: 'berezka', name: 'Берёзка' },
      created_at: BOOKED_AT,
      ...this.#bookedAs(body),
      ...this.booked,
    }
    this.#comments.set(key, body.comment)
    this.payouts.set(key, booked)
    if (body.kind === 'sharing') this.sharings.unshift(this.#toSharing(booked, body))
    return booked
  }

  /** Checks an order as the API does, and books it once under its key. @throws ProblemResponse */
  order(key: string, body: NewPayout): Payout {
    const known = this.payouts.get(key)
    if (known && this.#comments.get(key) !== body.comment) throw new ProblemResponse(422, 'idempotency_key_reused')
    if (known) return known
    if (!body.passkey && body.code !== this.code) throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
    if (body.amount > this.balance - this.paid()) throw new ProblemResponse(422, 'insufficient_funds')
    return this.book(key, body)
  }

  recipientTitle(id: string): string {
    const recipient = this.colleagues.find((each) => each.id === id)
    return `${recipient?.name} · •• ${recipient?.phone_last2}`
  }

  /** Returns what the kinds of orders do not have in common. */
  #bookedAs(body: NewPayout) {
    if (body.kind === 'payout') {
      return {
        kind: 'payout' as const,
        fee: 15,
        net: body.amount - 15,
        status: 'pending' as const,
        destination: { type: 'card' as const, title: 'Мир •• 1234' },
        binding_id: 'b1',
        timeline: [{ status: 'pending' as const, at: BOOKED_AT }],
      }
    }
    const title =
      body.kind === 'sharing' ? recipientsText(body.shares.length) : this.recipientTitle(body.recipient_employee_id)
    return {
      kind: 'transfer' as const,
      fee: 0,
      net: body.amount,
      status: 'succeeded' as const,
      destination: { type: 'employee' as const, title },
      timeline: [{ status: 'succeeded' as const, at: BOOKED_AT }],
    }
  }

  #toSharing(
    { id, number, amount, status, created_at }: Payout,
    { way, shares, comment }: NewPayout & { kind: 'sharing' },
  ): Sharing {
    return {
      ...{ id, number, amount, status, created_at, way, people: shares.length },
      ...(comment && { comment }),
      shares: shares.map((share) => ({ ...share, title: this.recipientTitle(share.recipient_employee_id) })),
    }
  }
}

/** Stubs the API for payouts and transfers, as far as a page can see. */
export function orderServer(): OrderServer {
  const server = new OrderServer()
  stubTerms(server)
  stubHistory(server)
  stubSharings(server)
  stubConfirmation(server)
  stubOrders(server)
  return server
}

/** What the forms need: the balance, payout methods, their terms, and colleagues. */
function stubTerms(server: OrderServer): void {
  const balance = () => ({
    avg_sum: 300,
    balance: server.balance - server.paid(),
    pending: 0,
    updated_at: BOOKED_AT,
  })
  stub(getBalance, balance)
  stub(getTotalBalance, balance)
  stub(listPayoutMethods, () => ({ items: server.methods }))
  stub(listPayoutTerms, () => ({ items: server.terms }))
  stub(getTransferLimits, () => server.transferLimits)
  stub(checkDefault, () => ({ default: server.isDefault }))
  stub(listColleagues, () => {
    if (!server.isDefault) throw new ProblemResponse(403, 'not_default_employee')
    return { items: server.colleagues }
  })
}

function stubHistory(server: OrderServer): void {
  const { payouts } = server
  stub(listPayouts, ({ query: { page, as_of } }) =>
    toPage([...payouts.values()].slice(0, Number(as_of ?? payouts.size)).reverse(), page),
  )
  stub(getPayout, ({ params }) => found([...payouts.values()].find(({ id }) => id === params.id)))
  stub(findPayoutByKey, ({ params }) => {
    if (server.isUnreachable) throw new NetworkError()
    return found(payouts.get(params.key))
  })
}

function stubSharings(server: OrderServer): void {
  stub(listSharings, ({ query: { page } }) => toPage(server.sharings, page))
  stub(getSharing, ({ params }) => found(server.sharings.find(({ id }) => id === params.id)))
  stub(getSharingTemplate, () => ({ template: server.template }))
  stub(saveSharingTemplate, ({ body: { way, members } }) => {
    const named = members.map((member) => ({ ...member, name: server.recipientTitle(member.employee_id) }))
    server.template = { way, members: named }
    return { template: server.template }
  })
}

/** Codes by SMS and signatures of passkeys. */
function stubConfirmation(server: OrderServer): void {
  stub(listPasskeys, () => ({ items: server.passkeys }))
  stub(startPasskeyConfirmation, ({ body }) => {
    if (server.codeProblem) throw server.codeProblem
    server.signaturesFor.push('order' in body ? body.order : undefined)
    return requestOptions
  })
  stub(sendOtpToUser, ({ body }) => {
    if (server.codeProblem) throw server.codeProblem
    server.codesFor.push(body && 'order' in body ? body.order : undefined)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
}

function stubOrders(server: OrderServer): void {
  stub(createPayout, ({ body, idempotencyKey: key }) => {
    server.requests.push({ key, body })
    const failure = server.failures.shift()
    if (failure instanceof ProblemResponse) throw failure
    if (failure === 'request lost') throw new NetworkError()
    if (failure === 'request never') return new Promise(() => {})
    if (failure === 'unavailable') throw new ProblemResponse(503, 'unavailable')
    if (!key) throw new ProblemResponse(400, 'idempotency_key_missing')
    const payout = server.order(key, body)
    if (failure === 'response lost') throw new NetworkError()
    if (failure === 'response never') return new Promise(() => {})
    if (failure === 'still running') throw new ProblemResponse(409, 'in_progress')
    return payout
  })
}

function toPage<T>(all: T[], page = '1') {
  const first = (Number(page) - 1) * PAGE_SIZE
  return {
    items: all.slice(first, first + PAGE_SIZE),
    page: Number(page),
    pages: Math.ceil(all.length / PAGE_SIZE),
    per_page: PAGE_SIZE,
    total: all.length,
    as_of: String(all.length),
  }
}

function found<T>(thing: T | undefined): T {
  if (!thing) throw new ProblemResponse(404, 'not_found')
  return thing
}
