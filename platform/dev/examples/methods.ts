import type { Card, PayoutTerms, SbpPhone } from '@portal/contracts/payout-method'
import type { SbpBank } from '@portal/contracts/sbp'
import { berezka, bridge } from './users.ts'

const atBerezka = { label: '', status: 'active' as const, bank: berezka.bank, rest_ids: [berezka.id] }

export const mir: Card = {
  ...atBerezka,
  id: 'mir',
  type: 'card',
  bank_name: 'Т-Банк',
  label: 'Зарплатная',
  is_default: true,
  mask: '2200 •••• •••• 4321',
  last4: '4321',
  network: 'mir',
}

export const mastercard: Card = {
  ...mir,
  id: 'mastercard',
  bank_name: 'Райффайзенбанк',
  label: '',
  is_default: false,
  mask: '5100 •••• •••• 0008',
  last4: '0008',
  network: 'mastercard',
}

export const visa: Card = {
  ...mir,
  id: 'visa',
  bank: bridge.bank,
  rest_ids: [bridge.id],
  bank_name: 'Альфа-Банк',
  label: '',
  status: 'blocked',
  mask: '4154 •••• •••• 8890',
  last4: '8890',
  network: 'visa',
}

export const sbpPhone: SbpPhone = {
  ...atBerezka,
  id: 'sbp',
  type: 'sbp',
  bank_name: 'Т-Банк',
  is_default: false,
  phone_masked: '+7 (900) •••-••-01',
  bank_id: 'tbank',
}

const limits = { enabled: true, disabled_reason: null, min: 100, max: 75_000, day_limit_left: 150_000 }

export const payoutTerms: PayoutTerms[] = [
  {
    ...limits,
    type: 'card',
    title: 'На карту',
    fee: { percent: 1.5, fixed: 0, min: 15 },
    eta_text: 'Обычно до 10 минут',
  },
  {
    ...limits,
    type: 'sbp',
    title: 'По номеру телефона (СБП)',
    fee: { percent: 0, fixed: 0, min: 0 },
    eta_text: 'Обычно до минуты',
  },
]

export const sbpBanks: SbpBank[] = [
  { id: 'sber', name: 'Сбербанк', popular: true },
  { id: 'tbank', name: 'Т-Банк', popular: true },
  { id: 'vtb', name: 'ВТБ', popular: true },
  { id: 'alfa', name: 'Альфа-Банк', popular: true },
  { id: 'avangard', name: 'Авангард', popular: false },
  { id: 'asia', name: 'Азиатско-Тихоокеанский Банк', popular: false },
  { id: 'zenit', name: 'Банк ЗЕНИТ', popular: false },
]
