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
  type PayoutTerms,
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

const base = { label: '', status: 'active' as const, bank: 'Т-Банк', bank_name: 'Т-Банк', rest_ids: ['berezka'] }

export const mir: Card = {
  ...base,
  id: 'b1',
  type: 'card',
  is_default: true,
  mask: '2200 •••• •••• 1234',
  last4: '1234',
  network: 'mir',
}

export const sbp: SbpPhone = {
  ...base,
  id: 'b2',
  type: 'sbp',
  is_default: false,
  phone_masked: '+7 (900) •••-••-67',
  bank_id: 'tbank',
}

const limits = { enabled: true, disabled_reason: null, min: 100, max: 75_000, day_limit_left: 150_000 }

export const cardTerms: PayoutTerms = {
  ...limits,
  type: 'card',
  title: 'На карту',
  fee: { percent: 1.5, fixed: 0, min: 15 },
  eta_text: 'до 30 минут',
}

export const sbpTerms: PayoutTerms = {
  ...limits,
  type: 'sbp',
  title: 'По СБП',
  fee: { percent: 0, fixed: 0, min: 0 },
  eta_text: 'до минуты',
}

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

/** Stubs the API for payouts and transfers, as far as a page can see: one per key. */
export function orderServer() {
  const at = '2026-11-20T12:00:00+03:00'
  const payouts = new Map<string, Payout>()
  const comments = new Map<string, string | undefined>()
  const server = {
    code: '123456',
    balance: 1250,
    methods: [mir, sbp] as (Card | SbpPhone)[],
    terms: [cardTerms, sbpTerms],
    transferLimits: { max: 75_000, day_limit_left: 150_000 } as TransferLimits,
    isDefault: true,
    colleagues: [
      { ...colleague, id: 'boris', name: 'Борис Ким', phone_last2: '02' },
      { ...colleague, id: 'vera', name: 'Вера Новикова', phone_last2: '03' },
    ] as Colleague[],
    /** What was shared, newest first, and the template of the restaurant. */
    sharings: [] as Sharing[],
    template: null as SharingTemplate | null,
    /** What each code was requested for. */
    codesFor: [] as (OrderToConfirm | undefined)[],
    passkeys: [] as Passkey[],
    /** What each signature of a passkey was requested for. */
    signaturesFor: [] as (OrderToConfirm | undefined)[],
    /** How the next request for a code or a signature is rejected. */
    codeProblem: null as ProblemResponse | null,
    /** Responds to no search for a payout by its key. */
    isUnreachable: false,
    /** Oldest first; one is taken by each call for a payout. */
    failures: [] as Failure[],
    /** All requests for a payout, as they came over the network. */
    requests: [] as { key: string | undefined; body: NewPayout }[],
    /** What differs in what is booked next. */
    booked: {} as Partial<Payout>,
    payouts,
    /** Rubles that left the balance. */
    paid: () =>
      [...payouts.values()].reduce((sum, { status, amount }) => (status === 'canceled' ? sum : sum + amount), 0),
    /** Lets the bank process the next step. */
    settle(status: Payout['status'], more: Partial<Payout> = {}) {
      for (const [key, payout] of payouts) {
        payouts.set(key, { ...payout, ...more, status, timeline: [...payout.timeline, { status, at }] })
      }
    },
    book(key: string, body: NewPayout): Payout {
      const booked: Payout = {
        id: `p${payouts.size + 1}`,
        number: String(100_001 + payouts.size),
        amount: body.amount,
        restaurant: { id: 'berezka', name: 'Берёзка' },
        created_at: at,
        ...(body.kind === 'payout'
          ? {
              kind: 'payout',
              fee: 15,
              net: body.amount - 15,
              status: 'pending',
              destination: { type: 'card', title: 'Мир •• 1234' },
              binding_id: 'b1',
              timeline: [{ status: 'pending', at }],
            }
          : {
              kind: 'transfer',
              fee: 0,
              net: body.amount,
              status: 'succeeded',
              destination: {
                type: 'employee',
                title:
                  body.kind === 'sharing'
                    ? recipientsText(body.shares.length)
                    : recipientTitle(body.recipient_employee_id),
              },
              timeline: [{ status: 'succeeded', at }],
            }),
        ...server.booked,
      }
      comments.set(key, body.comment)
      payouts.set(key, booked)
      if (body.kind === 'sharing') server.sharings.unshift(toSharing(booked, body))
      return booked
    },
  }

  const recipientTitle = (id: string) => {
    const recipient = server.colleagues.find((each) => each.id === id)
    return `${recipient?.name} · •• ${recipient?.phone_last2}`
  }
  const toSharing = (
    { id, number, amount, status, created_at }: Payout,
    { way, shares, comment }: NewPayout & { kind: 'sharing' },
  ): Sharing => ({
    ...{ id, number, amount, status, created_at, way, people: shares.length },
    ...(comment && { comment }),
    shares: shares.map((share) => ({ ...share, title: recipientTitle(share.recipient_employee_id) })),
  })
  const balance = () => ({ avg_sum: 300, balance: server.balance - server.paid(), pending: 0, updated_at: at })
  stub(getBalance, balance)
  stub(getTotalBalance, balance)
  stub(listPayoutMethods, () => ({ items: server.methods }))
  stub(checkDefault, () => ({ default: server.isDefault }))
  stub(listColleagues, () => {
    if (!server.isDefault) throw new ProblemResponse(403, 'not_default_employee')
    return { items: server.colleagues }
  })
  stub(getTransferLimits, () => server.transferLimits)
  stub(listPayoutTerms, () => ({ items: server.terms }))
  stub(listPayouts, ({ query: { page = '1', as_of } }) => {
    const total = Math.min(payouts.size, Number(as_of ?? payouts.size))
    const items = [...payouts.values()].slice(0, total).reverse()
    const first = (Number(page) - 1) * 20
    return {
      items: items.slice(first, first + 20),
      page: Number(page),
      pages: Math.ceil(total / 20),
      per_page: 20,
      total,
      as_of: String(total),
    }
  })
  stub(getPayout, ({ params }) => found([...payouts.values()].find(({ id }) => id === params.id)))
  stub(findPayoutByKey, ({ params }) => {
    if (server.isUnreachable) throw new NetworkError()
    return found(payouts.get(params.key))
  })
  stub(listSharings, () => {
    const { length: total } = server.sharings
    return { items: server.sharings, page: 1, pages: Math.ceil(total / 20), per_page: 20, total, as_of: String(total) }
  })
  stub(getSharing, ({ params }) => found(server.sharings.find(({ id }) => id === params.id)))
  stub(getSharingTemplate, () => ({ template: server.template }))
  stub(saveSharingTemplate, ({ body: { way, members } }) => {
    const named = members.map((member) => ({ ...member, name: recipientTitle(member.employee_id) }))
    server.template = { way, members: named }
    return { template: server.template }
  })
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
  stub(createPayout, ({ body, idempotencyKey: key }) => {
    server.requests.push({ key, body })
    const failure = server.failures.shift()
    if (failure instanceof ProblemResponse) throw failure
    if (failure === 'request lost') throw new NetworkError()
    if (failure === 'request never') return new Promise(() => {})
    if (failure === 'unavailable') throw new ProblemResponse(503, 'unavailable')
    if (!key) throw new ProblemResponse(400, 'idempotency_key_missing')
    if (payouts.has(key) && comments.get(key) !== body.comment) throw new ProblemResponse(422, 'idempotency_key_reused')
    const payout = payouts.get(key) ?? created(key, body)
    if (failure === 'response lost') throw new NetworkError()
    if (failure === 'response never') return new Promise(() => {})
    if (failure === 'still running') throw new ProblemResponse(409, 'in_progress')
    return payout
  })

  function created(key: string, body: NewPayout): Payout {
    if (!body.passkey && body.code !== server.code) throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
    if (body.amount > balance().balance) throw new ProblemResponse(422, 'insufficient_funds')
    return server.book(key, body)
  }

  return server
}

function found<T>(thing: T | undefined): T {
  if (!thing) throw new ProblemResponse(404, 'not_found')
  return thing
}
