import { openOperatorAccess, startOperatorConfirmation } from '@portal/contracts/admin/access'
import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import type { Overview } from '@portal/contracts/admin/overview'
import type { PayoutRecord } from '@portal/contracts/admin/payout'
import { listProposals, type OperatorProposal } from '@portal/contracts/admin/proposal'
import type { RestaurantRecord } from '@portal/contracts/admin/restaurant'
import { stub } from '@portal/shared/testing/http-stub'
import { requestOptions } from '@portal/shared/testing/passkey-device'

export const restaurant: RestaurantRecord = {
  id: 'r1',
  external_id: 'berezka',
  name: 'Берёзка',
  bank: 'Т-Банк',
  payout_provider: null,
  time_zone: 'Europe/Moscow',
  fee_share: 0,
  employees: 2,
  closed_at: null,
}

export const boris: EmployeeRecord = {
  id: 'e2',
  external_id: null,
  user_id: 'u2',
  name: 'Борис Ким',
  phone_masked: '+7 (916) •••-••-02',
  restaurant,
  default: false,
  manager: false,
  last_seen_at: null,
  dismissed_at: null,
  blocked_at: null,
}

export const payout: PayoutRecord = {
  id: 'p1',
  number: '100482',
  kind: 'payout',
  status: 'processing',
  review: null,
  amount: 12_400,
  fee: 0,
  restaurant_fee: 0,
  net: 12_400,
  user_id: 'u2',
  employee_id: 'e2',
  name: 'Борис Ким',
  restaurant,
  destination: 'СБП · •• 02',
  provider: 'yookassa',
  bank: 'ЮKassa',
  reference: null,
  rrn: null,
  reason: null,
  created_at: '2026-11-20T10:00:00Z',
  sent_at: null,
  completed_at: null,
  age_seconds: 9_300,
  attempts: 3,
  next_attempt_at: null,
  last_response: 'none',
  last_error: null,
  decision: null,
}

export const proposal = (change: Partial<OperatorProposal> = {}): OperatorProposal => ({
  id: 4,
  action: 'employee_changed',
  subject: { type: 'employee', id: 'e2' },
  change: { is_default: true },
  reason: 'Просьба ресторана',
  proposed_by: 'olga',
  proposed_at: '2026-11-20T10:00:00Z',
  ...change,
})

const orders = { min: 100, max: 50_000, day: 100_000, month: 600_000 }

export const overview: Overview = {
  limits: {
    payout: orders,
    transfer: orders,
    lowered: 10_000,
    decision: 10_000,
    tip: 50_000,
    tips_restaurant_hour: 500_000,
    tips_source_hour: 5_000_000,
  },
  checks: [],
}

/** Stubs the confirmations and proposals. Returns what a passkey was asked to sign. */
export function stubOperator(proposals: OperatorProposal[] = []) {
  const server = { signed: [] as unknown[], proposals }
  stub(startOperatorConfirmation, ({ body }) => {
    server.signed.push(body)
    return requestOptions
  })
  stub(openOperatorAccess, () => undefined)
  stub(listProposals, () => ({ items: server.proposals }))
  return server
}
