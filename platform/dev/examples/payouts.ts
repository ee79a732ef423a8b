import type { OtpSent } from '@portal/contracts/otp'
import type { Payout } from '@portal/contracts/payout'
import { at } from './now.ts'
import { berezka } from './users.ts'

export const codeSent: OtpSent = { expires_in: 300, resend_in: 59, digits: 6, phone_masked: '+7 (900) •••-••-01' }

const created = at(0, '19:40')

/** Requested a moment ago: the bank has not responded yet. */
export const processing: Payout = {
  id: 'processing',
  number: '1048',
  kind: 'payout',
  amount: 5000,
  fee: 75,
  net: 4925,
  status: 'processing',
  destination: { type: 'card', title: 'Мир •• 4321' },
  binding_id: 'mir',
  restaurant: berezka,
  created_at: created,
  timeline: [
    { status: 'pending', at: created },
    { status: 'processing', at: created },
  ],
}

export const succeeded: Payout = {
  ...processing,
  id: 'succeeded',
  status: 'succeeded',
  rrn: '632519407731',
  completed_at: at(0, '19:41'),
  timeline: [...processing.timeline, { status: 'succeeded', at: at(0, '19:41') }],
}

export const declined: Payout = {
  ...processing,
  id: 'declined',
  status: 'canceled',
  reason: 'card_invalid',
  completed_at: at(0, '19:41'),
  timeline: [...processing.timeline, { status: 'canceled', at: at(0, '19:41') }],
}

/** An unusual payout that an operator has not decided on yet. */
export const inReview: Payout = {
  ...processing,
  id: 'in-review',
  amount: 60_000,
  fee: 900,
  net: 59_100,
  status: 'pending',
  review: 'open',
  timeline: [{ status: 'pending', at: created }],
}

export const rejected: Payout = {
  ...declined,
  id: 'rejected',
  reason: 'general_decline',
  review: 'rejected',
  timeline: [
    { status: 'pending', at: created },
    { status: 'canceled', at: at(0, '19:41') },
  ],
}

const { binding_id: _, ...withoutMethod } = processing

export const transfer: Payout = {
  ...withoutMethod,
  id: 'transfer',
  number: '1031',
  kind: 'transfer',
  amount: 2340,
  fee: 0,
  net: 2340,
  status: 'succeeded',
  destination: { type: 'employee', title: 'Борис Ким · •• 02' },
  created_at: at(2, '14:00'),
  timeline: [
    { status: 'pending', at: at(2, '14:00') },
    { status: 'succeeded', at: at(2, '14:00') },
  ],
}

/** An unusual transfer, which the colleague gets when an operator releases it. */
export const transferInReview: Payout = {
  ...transfer,
  id: 'transfer-in-review',
  amount: 12_340,
  net: 12_340,
  status: 'pending',
  review: 'open',
  created_at: created,
  timeline: [{ status: 'pending', at: created }],
}

export const rejectedTransfer: Payout = {
  ...transferInReview,
  id: 'rejected-transfer',
  status: 'canceled',
  reason: 'general_decline',
  review: 'rejected',
  completed_at: at(0, '19:41'),
  timeline: [
    { status: 'pending', at: created },
    { status: 'canceled', at: at(0, '19:41') },
  ],
}

/** Earlier payouts, newest first. */
export const history: Payout[] = [
  { ...processing, id: 'sbp-now', amount: 1500, destination: { type: 'sbp', title: 'СБП · Т-Банк · •• 01' } },
  { ...succeeded, created_at: at(1, '10:24') },
  { ...declined, amount: 75_000, created_at: at(1, '09:15') },
  transfer,
]

/** Returns the first page of several. */
export function firstPage(items: Payout[]) {
  return { items, page: 1, pages: items.length > 0 ? 3 : 1, per_page: 20, total: items.length, as_of: '48' }
}
