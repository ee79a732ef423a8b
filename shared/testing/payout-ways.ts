import type { Card, PayoutTerms, SbpPhone } from '@portal/contracts/payout-method'

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
