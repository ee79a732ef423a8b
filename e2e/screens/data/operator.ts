import { startOperatorConfirmation } from '@portal/contracts/admin/access'
import { listAuditEvents } from '@portal/contracts/admin/audit'
import { type EmployeeRecord, getStaffMember, listStaff } from '@portal/contracts/admin/employee'
import { createInvitation, type InvitationRecord, listInvitations } from '@portal/contracts/admin/invitation'
import { checkLedger, getEmployeeLedger, getTrialBalance, ledgerChecks } from '@portal/contracts/admin/ledger'
import { getOverview, type Overview } from '@portal/contracts/admin/overview'
import {
  listPayoutCalls,
  listPayoutRecords,
  type PayoutCall,
  type PayoutRecord,
  showPayoutRecord,
} from '@portal/contracts/admin/payout'
import { listProposals } from '@portal/contracts/admin/proposal'
import { listReconciliationLines, listReconciliations } from '@portal/contracts/admin/reconciliation'
import { getRestaurant, listRestaurants } from '@portal/contracts/admin/restaurant'
import { showUserForSupport } from '@portal/contracts/admin/support'
import type { TeamRowResult } from '@portal/contracts/admin/team-import'
import { findUser } from '@portal/contracts/admin/user'
import { getRights } from '@portal/contracts/release'
import { getSessionBootstrap } from '@portal/contracts/session'
import { sessionBootstrap } from '@portal/platform/dev/examples/common-responses'
import { at, now } from '@portal/platform/dev/examples/now'
import { firstPage, operations } from '@portal/platform/dev/examples/operations'
import { respond } from '@portal/platform/dev/examples/responses'
import { vera } from '@portal/platform/dev/examples/users'
import { requestOptions } from './passkeys.ts'

const restaurant = {
  ...{ id: 'berezka', external_id: 'berezka-1', name: 'Берёзка', bank: 'Т-Банк', payout_provider: null },
  ...{ time_zone: 'Europe/Moscow', fee_share: 50, employees: 3, closed_at: null },
}
const bridge = { ...restaurant, id: 'bridge', external_id: null, name: 'Старый мост', bank: 'Альфа-Банк' }

const employee = (name: string, last2: string, change: Partial<EmployeeRecord> = {}): EmployeeRecord => ({
  ...{ id: `e-${last2}`, external_id: `w-${last2}`, user_id: `u-${last2}`, name },
  ...{ phone_masked: `+7 (916) •••-••-${last2}`, restaurant, default: false, manager: false },
  ...{ last_seen_at: at(0, '18:40'), dismissed_at: null, blocked_at: null },
  ...change,
})
const boris = employee('Борис Ким', '02', { external_id: null })
const staff = [
  employee('Анна Смирнова', '01', { default: true }),
  boris,
  employee('Марина Лескова', '08', { manager: true }),
  employee('Роман Гусев', '09', { dismissed_at: at(3, '12:00') }),
  employee('Ильдар Сафин', '06', { blocked_at: at(1, '09:15'), last_seen_at: null }),
]

const invitation: InvitationRecord = {
  ...{ id: 'i1', restaurant, state: 'open', link: 'https://tips.example/i/Xq3vN8sLk2PbT7Ya' },
  ...{ phone_masked: '+7 (916) •••-••-07', name: 'Глеб Орлов', external_id: null, manager: true },
  ...{ uses: 0, max_uses: 1, created_at: at(0, '12:00'), expires_at: at(-7, '12:00') },
}

const importResult = { problem: null, link: null, employee_id: null }
export const importResults: TeamRowResult[] = [
  { ...importResult, line: 2, result: 'invited', name: 'Анна Смирнова', link: invitation.link },
  { ...importResult, line: 3, result: 'rejected', name: 'Борис', problem: 'phone' },
]

export const payout: PayoutRecord = {
  ...{ id: 'p1', number: '100482', kind: 'payout', status: 'processing', review: null },
  ...{ amount: 12_400, fee: 186, restaurant_fee: 0, net: 12_214, user_id: 'u-02', employee_id: 'e-02' },
  ...{ name: 'Борис Ким', restaurant, destination: 'СБП · Т-Банк · •• 02', provider: 'yookassa', bank: 'ЮKassa' },
  ...{ reference: 'po-2bd17f', rrn: null, reason: null, created_at: at(0, '17:05'), sent_at: at(0, '17:05') },
  ...{ completed_at: null, age_seconds: 9_300, attempts: 14, next_attempt_at: at(0, '19:50') },
  ...{ last_response: 'none', last_error: null, decision: null },
}
export const decision: PayoutRecord['decision'] = {
  ...{ outcome: 'paid', state: 'open', reason: 'Письмо ЮKassa от 20.11, № 117', proposed_by: 'olga' },
  ...{ proposed_at: at(0, '19:20'), confirmed_by: null, effective_at: at(0, '19:20') },
  ...{ closed_by: null, closed_at: null },
}
const held: PayoutRecord = {
  ...payout,
  ...{ id: 'p2', status: 'pending', review: 'open', amount: 38_000, name: 'Анна Смирнова', last_response: null },
  ...{ age_seconds: 1_500, attempts: 0 },
}
const paid: PayoutRecord = {
  ...payout,
  ...{ id: 'p3', status: 'succeeded', amount: 3_000, completed_at: at(2, '21:02'), created_at: at(2, '21:01') },
}

/** The list that a page gets for its filter. */
function chosenPayouts(query: Record<string, string>): PayoutRecord[] {
  if (query.status) return [held]
  if (query.stuck) return [payout]
  if (query.proposed) return [{ ...payout, decision }]
  return [payout, held, paid]
}

const calls: PayoutCall[] = [
  {
    ...{ attempt: 14, by: 'worker', at: at(0, '19:35'), call: 'status', response: 'none', ms: 5_000 },
    ...{ reference: null, rrn: null, detail: 'no response within 5 s' },
  },
  {
    ...{ attempt: 1, by: 'worker', at: at(0, '17:05'), call: 'send', response: 'accepted', ms: 420 },
    ...{ reference: 'po-2bd17f', rrn: null, detail: null },
  },
]

const proposals = [
  {
    ...{ id: 4, action: 'payout_released', subject: { type: 'payout', id: 'p2' }, change: {} },
    ...{ reason: 'Подтвердила по телефону', proposed_by: 'olga', proposed_at: at(0, '18:50') },
  },
  {
    ...{ id: 5, action: 'restaurant_changed', subject: { type: 'restaurant', id: 'bridge' } },
    ...{ change: { fee_share: 50 }, reason: null, proposed_by: 'user:vera', proposed_at: at(1, '11:30') },
  },
]

const line = {
  ...{ id: 7, provider: 'yookassa' as const, day: '2026-11-19', kind: 'amount' as const, payout_id: 'p3' },
  ...{ reference: 'po-2bd17f', our_amount: 3_000, their_amount: 2_955, our_status: 'paid' },
  ...{ their_status: 'paid', found_at: at(0, '09:00'), closed_at: null, closed_by: null, close_reason: null },
}
const reconciliation = {
  ...{ id: 3, provider: 'yookassa' as const, day: '2026-11-19', source: 'provider' as const, payments: 84 },
  ...{ payouts: 84, differences: 1, open: 1, finished_at: at(0, '09:00') },
}

const person = {
  ...{ id: 'u-02', name: 'Борис Ким', phone_masked: '+7 (916) •••-••-02', created_at: at(200, '12:00') },
  ...{ last_seen_at: at(0, '18:40'), blocked_at: null, rights: [], employees: [boris] },
}
const entry = (seq: number, kind: string, amount: number, balance_after: number) => ({
  ...{ seq, kind, amount, balance_after, at: at(0, '17:05'), ref: `${kind}:${seq}`, other: 'tips_clearing' },
})
const balance = { avg_sum: 410, balance: 2_350, pending: 400, updated_at: now }
const support = {
  ...{ user: person, sessions: 2, locked_sessions: 1, sign_in_wait: 240, balance, balances: { berezka: balance } },
  ...{ unfinished_payouts: [], operations: firstPage(operations).items.slice(0, 4), payouts: [] },
}

const orders = { min: 100, max: 50_000, day: 100_000, month: 600_000 }
const check = { labels: {}, unit: 'count' as const, value: 0, limit: 0, is_alerting: false }
export const overview: Overview = {
  limits: {
    ...{ payout: orders, transfer: orders, lowered: 10_000, decision: 10_000, tip: 50_000 },
    ...{ tips_restaurant_hour: 500_000, tips_source_hour: 5_000_000 },
  },
  checks: [
    { ...check, alert: 'LedgerDoesNotAddUp' },
    { ...check, alert: 'ProviderNotReconciled', labels: { provider: 'yookassa' }, value: 1, is_alerting: true },
  ],
}

const actor = { type: 'operator' as const, id: 'olga' }
const event = {
  ...{ id: 90, at: at(1, '11:30'), actor, action: 'employee_changed', subject: { type: 'employee', id: 'e-02' } },
  ...{ reason: 'Просьба ресторана', before: { external_id: null }, after: { external_id: 'w-02' }, request_id: null },
}

/** The responses of the API on the pages of operators. */
export const operatorPage = [
  respond(getSessionBootstrap, { ...sessionBootstrap(vera), rights: ['operator'] }),
  respond(getRights, { name: vera.account.name, rights: ['operator'] }),
  respond(startOperatorConfirmation, requestOptions),
  respond(listRestaurants, { items: [restaurant, bridge, { ...bridge, id: 'old', closed_at: at(30, '10:00') }] }),
  respond(getRestaurant, ({ params }) => (params.id === 'bridge' ? bridge : restaurant)),
  respond(listStaff, { items: staff }),
  respond(getStaffMember, boris),
  respond(listInvitations, {
    items: [invitation, { ...invitation, id: 'i2', phone_masked: null, name: null, max_uses: 10, uses: 3 }],
  }),
  respond(createInvitation, invitation),
  respond(listPayoutRecords, ({ query }) => ({ items: chosenPayouts(query) })),
  respond(showPayoutRecord, ({ params }) => (params.id === 'p2' ? held : payout)),
  respond(listPayoutCalls, { items: calls }),
  respond(listProposals, { items: proposals }),
  respond(listReconciliationLines, { items: [line] }),
  respond(listReconciliations, {
    items: [reconciliation, { ...reconciliation, id: 2, day: '2026-11-18', differences: 0, open: 0 }],
  }),
  respond(findUser, { items: [] }),
  respond(showUserForSupport, support),
  respond(getOverview, overview),
  respond(getEmployeeLedger, {
    ...{ employee_id: 'e-02', balances: { wallet: 2_350, uncleared: 400, debt: 0 }, account: 'wallet' },
    items: [entry(9, 'payout_hold', -12_400, 2_350), entry(8, 'tip', 500, 14_750)],
  }),
  respond(listAuditEvents, {
    items: [
      event,
      {
        ...event,
        id: 89,
        action: 'user_signed_in',
        reason: null,
        before: null,
        after: null,
        actor: { type: 'user', id: 'u-02' },
      },
    ],
  }),
  respond(checkLedger, {
    checks: ledgerChecks.map((check, index) => ({ check, compared: 18_240 - index * 911, differences: 0 })),
    differences: [],
  }),
  respond(getTrialBalance, {
    items: [
      { account: 'wallet', accounts: 214, debit: 1_840_200, credit: 2_011_700, balance: 171_500 },
      { account: 'payouts_in_flight', accounts: 1, debit: 900_000, credit: 912_400, balance: 12_400 },
      { account: 'tips_clearing', accounts: 1, debit: 2_195_900, credit: 2_012_000, balance: -183_900 },
    ],
    total: 0,
  }),
]
