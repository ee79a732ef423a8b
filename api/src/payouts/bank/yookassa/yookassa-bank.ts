import * as z from 'zod'
import type { YookassaAccount } from '../../../settings/settings.ts'
import {
  type BankOrder,
  type BankResponse,
  type ListedPayment,
  type ProviderBank,
  type SentOrder,
  UnclearPaymentError,
} from '../bank.ts'
import { createYookassaClient, YookassaError } from './client.ts'
import { parseKopecks, toBankResponse, toListedPayment, toRequest, YookassaPayout } from './payout.ts'

/**
 * How long a repeated key is sure to return the existing payout. The provider stores keys for 24 hours; after that, a
 * repeated request would create a second payout.
 */
const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000
const PAGE_SIZE = 100

const Payouts = z.object({ items: z.array(YookassaPayout), next_cursor: z.string().optional() })
const Gateway = z.object({ payout_balance: z.object({ value: z.string().regex(/^\d+\.\d\d$/) }) })
const SbpBanks = z.object({ items: z.array(z.object({ bank_id: z.string(), name: z.string() })) })
const Notification = z.object({
  type: z.literal('notification'),
  event: z.enum(['payout.succeeded', 'payout.canceled']),
  object: z.object({ id: z.string(), metadata: z.object({ payout_id: z.uuid() }).optional().catch(undefined) }),
})

type Call = ReturnType<typeof createYookassaClient>

/** Payouts of ЮKassa by its API of version 3, to cards by the tokens of its form and to phones by СБП. */
export function createYookassaBank(account: YookassaAccount): ProviderBank {
  const call = createYookassaClient(account)
  return {
    // All orders share one API. A payment that the recipient's bank delays is `pending`, and holds no call.
    decidingBank: () => 'ЮKassa',
    send: (order, signal) => sendOrder(call, order, signal),
    status: (order, signal) => requestStatus(call, order, signal),

    parseNotification(notification) {
      const { data } = Notification.safeParse(notification)
      return data && { reference: data.object.id, payoutId: data.object.metadata?.payout_id ?? null }
    },

    payments: (period, signal) => listPayments(call, period, signal),

    async balance(signal) {
      const { body } = await call('/me', { signal })
      return parseKopecks(Gateway.parse(body).payout_balance.value)
    },

    async sbpBanks(signal) {
      const { body } = await call('/sbp_banks', { signal })
      return SbpBanks.parse(body).items.map(({ bank_id: id, name }) => ({ id, name }))
    },
  }
}

async function sendOrder(call: Call, order: BankOrder, signal: AbortSignal): Promise<BankResponse> {
  try {
    const request = { method: 'POST', body: toRequest(order), idempotenceKey: order.payoutId, signal } as const
    const { status, body } = await call('/payouts', request)
    // The payout is still being processed, and has no id yet.
    if (status === 202) return { status: 'accepted' }
    return toBankResponse(read(YookassaPayout, body), order)
  } catch (error) {
    const declined = error instanceof YookassaError ? toDecline(error, order) : undefined
    if (declined) return declined
    throw unclearIfAboutPayment(error)
  }
}

async function requestStatus(
  call: Call,
  order: SentOrder,
  signal: AbortSignal,
): Promise<BankResponse | { status: 'unknown' }> {
  const payout = await findPayout(call, order, signal).catch((error: unknown) => {
    throw unclearIfAboutPayment(error)
  })
  if (payout) return toBankResponse(payout, order)
  if (Date.now() - order.sentAt.getTime() < KEY_LIFETIME_MS) return { status: 'unknown' }
  throw new UnclearPaymentError(`payout ${order.payoutId} was first sent a day ago, and ЮKassa does not have it`)
}

async function findPayout(
  call: Call,
  { payoutId, reference }: SentOrder,
  signal: AbortSignal,
): Promise<YookassaPayout | undefined> {
  if (reference !== null) {
    const { body } = await call(`/payouts/${encodeURIComponent(reference)}`, { signal })
    return read(YookassaPayout, body)
  }
  const { body } = await call('/payouts/search', { query: { 'metadata[payout_id]': payoutId }, signal })
  const { items } = read(Payouts, body)
  if (items.length > 1) throw new UnclearPaymentError(`ЮKassa has ${items.length} payouts for payout ${payoutId}`)
  return items[0]
}

async function* listPayments(
  call: Call,
  { since, until }: { since: Date; until: Date },
  signal: AbortSignal,
): AsyncGenerator<ListedPayment> {
  const query = { 'created_at.gte': since.toISOString(), 'created_at.lt': until.toISOString() }
  let cursor: string | undefined
  do {
    const page = { ...query, limit: String(PAGE_SIZE), ...(cursor && { cursor }) }
    const { body } = await call('/payouts', { query: page, signal })
    const { items, next_cursor } = Payouts.parse(body)
    yield* items.map(toListedPayment)
    cursor = next_cursor
  } while (cursor)
}

/**
 * Reads the response about one payment. A response in an unexpected format, such as a new status, says nothing about
 * other payments, so it decides nothing and opens no circuit.
 * @throws UnclearPaymentError for an unexpected format; Error if it is not JSON, since a proxy may respond so to all
 */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  if (body === undefined) throw new Error('ЮKassa responded with no JSON')
  const { data, error } = schema.safeParse(body)
  if (!error) return data
  // The error names only the fields, because the values may contain a phone.
  const fields = error.issues.map(({ path, code }) => `${code} at ${path.join('.') || 'the top'}`)
  throw new UnclearPaymentError(`the response of ЮKassa cannot be read: ${fields.join(', ')}`)
}

/** The provider has understood the request and does not accept it for this payout; other payouts may go through. */
function unclearIfAboutPayment(error: unknown): unknown {
  const isAboutPayment = error instanceof YookassaError && (error.status === 400 || error.status === 404)
  return isAboutPayment ? new UnclearPaymentError(error.message) : error
}

/**
 * Returns a decline if the provider does not pay to this destination or this amount. Then it has not accepted an
 * earlier attempt either: the key would have returned that payout. Any other error says nothing about the payment.
 */
function toDecline({ status, parameter = '' }: YookassaError, { destination }: BankOrder): BankResponse | undefined {
  if (status !== 400) return undefined
  if (parameter.startsWith('amount')) return { status: 'declined', reason: 'limit_exceeded' }
  // Another field would be our mistake, or a way to pay that the account does not have: no user's order is wrong then.
  if (!/^payout_(token|destination_data\.(phone|bank_id))$/.test(parameter)) return undefined
  return { status: 'declined', reason: destination.type === 'card' ? 'card_invalid' : 'recipient_check_failed' }
}
