import type { PayoutReason } from '@portal/contracts/payout'
import { isUuid } from '@portal/contracts/uuid'
import * as z from 'zod'
import { type BankOrder, type BankResponse, type ListedPayment, UnclearPaymentError } from '../bank.ts'

/** The card of a payout. A card in an unexpected format counts as absent, so that the payment itself stays readable. */
const ToldCard = z.object({
  first6: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  last4: z.string().regex(/^\d{4}$/),
})

/** The payout object of the provider; the adapter needs no other fields. */
export const YookassaPayout = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string().regex(/^\d{1,12}\.\d\d$/), currency: z.literal('RUB') }),
  created_at: z.iso.datetime({ offset: true }),
  payout_destination: z
    .object({ type: z.string(), sbp_operation_id: z.string().optional(), card: ToldCard.optional().catch(undefined) })
    .optional(),
  cancellation_details: z.object({ party: z.string(), reason: z.string() }).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
})
export type YookassaPayout = z.infer<typeof YookassaPayout>

/** Our reason for each reason of the provider. A reason that is not listed is a `general_decline`. */
const reasons: Partial<Record<string, PayoutReason>> = {
  insufficient_funds: 'bank_unavailable',
  issuer_unavailable: 'bank_unavailable',
  one_time_limit_exceeded: 'limit_exceeded',
  periodic_limit_exceeded: 'limit_exceeded',
  self_employed_annual_limit_exceeded: 'limit_exceeded',
  recipient_check_failed: 'recipient_check_failed',
  recipient_not_found: 'recipient_check_failed',
  identification_required: 'recipient_check_failed',
}

/** `98500` → `{ value: '985.00', currency: 'RUB' }` */
export function toAmount(kopecks: number) {
  return { value: `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`, currency: 'RUB' }
}

/** `'985.00'` → `98500` */
export function parseKopecks(value: string): number {
  return Number(value.replace('.', ''))
}

/** Returns the body of the request that creates a payout. The body and its key must not differ between attempts. */
export function toRequest({ payoutId, amount, destination }: BankOrder) {
  return {
    amount: toAmount(amount),
    ...toDestinationData(destination),
    description: 'Выплата чаевых',
    metadata: { payout_id: payoutId },
  }
}

function toDestinationData(destination: BankOrder['destination']) {
  if (destination.type === 'sbp') {
    const { phone, bankId: bank_id } = destination
    return { payout_destination_data: { type: 'sbp', phone: phone.replace('+', ''), bank_id } }
  }
  if (destination.issuedBy !== 'yookassa') throw new Error('ЮKassa does not pay to a card of another token')
  return { payout_token: destination.token }
}

/**
 * Returns what the provider has decided about an order. @throws UnclearPaymentError when its payout is not that of the
 * order: nothing may be booked then
 */
export function toBankResponse(payout: YookassaPayout, { payoutId, amount }: BankOrder): BankResponse {
  if (payout.metadata?.payout_id !== payoutId || parseKopecks(payout.amount.value) !== amount) {
    throw new UnclearPaymentError(`payout ${payout.id} of ЮKassa is not payout ${payoutId} of ${amount} kopecks`)
  }
  const { id: reference, status, payout_destination: destination } = payout
  const common = { reference, ...(destination?.card && { card: destination.card }) }
  if (status === 'pending') return { ...common, status: 'accepted' }
  if (status === 'succeeded') return { ...common, status: 'paid', rrn: destination?.sbp_operation_id ?? reference }
  const reason = reasons[payout.cancellation_details?.reason ?? ''] ?? 'general_decline'
  return { ...common, status: 'declined', reason }
}

const statuses = { pending: 'accepted', succeeded: 'paid', canceled: 'declined' } as const

export function toListedPayment({ id, status, amount, created_at, metadata }: YookassaPayout): ListedPayment {
  // Another program that uses the account may store its own numbers there.
  const payoutId = metadata?.payout_id ?? ''
  return {
    reference: id,
    payoutId: isUuid(payoutId) ? payoutId.toLowerCase() : null,
    amount: parseKopecks(amount.value),
    status: statuses[status],
    createdAt: new Date(created_at),
  }
}
