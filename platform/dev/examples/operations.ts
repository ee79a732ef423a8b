import type { ResponseOf } from '@portal/contracts/endpoint'
import type { listOperations, Operation } from '@portal/contracts/operation'
import { at, daysAgo } from './now.ts'
import { berezka } from './users.ts'

const base = { fee: 0, status: 'completed' as const, restaurant: berezka }
const tip = { ...base, number: '104821', type: 'tip', direction: 'in', title: 'Чаевые' } as const

export const birthday: Operation = {
  ...tip,
  id: '9b1f7d0a-3f0e-4f57-9a55-1c7e8d2b6a90',
  amount: 1200,
  created_at: at(0, '17:05'),
  rating: 5,
  comment: 'Праздновали день рождения — всё прошло идеально, отдельное спасибо за торт со свечами',
}

export const tips: Operation[] = [
  { ...tip, id: 'tip-6', amount: 350, created_at: at(0, '19:12'), status: 'pending', rating: 5 },
  { ...tip, id: 'tip-5', amount: 500, created_at: at(0, '18:40'), rating: 5, comment: 'Спасибо за тёплый приём!' },
  birthday,
  { ...tip, id: 'tip-3', amount: 150, created_at: at(2, '22:31') },
  { ...tip, id: 'tip-2', amount: 300.5, created_at: at(2, '21:18'), rating: 3, comment: 'Долго ждали горячее' },
  { ...tip, id: 'tip-1', amount: 450, created_at: at(2, '19:50'), rating: 4 },
]

const payout: Operation = {
  ...base,
  number: '104807',
  id: 'de8c5e0f-4d1c-4f6e-9b0a-6f1f0a4c7d21',
  type: 'payout',
  direction: 'out',
  amount: 5000,
  fee: 75,
  title: 'Вывод · Мир •• 4321',
  created_at: at(1, '10:24'),
  payout_id: 'succeeded',
}

export const operations: Operation[] = [
  ...tips.slice(0, 3),
  {
    ...base,
    id: 'transfer-in',
    type: 'transfer_in',
    direction: 'in',
    amount: 800,
    title: 'Перевод · Борис Ким',
    created_at: at(0, '12:30'),
  },
  { ...payout, id: 'payout-now', amount: 1500, fee: 22.5, status: 'pending', created_at: at(0, '11:02') },
  payout,
  {
    ...payout,
    id: 'payout-declined',
    amount: 75_000,
    fee: 0,
    status: 'canceled',
    title: 'Вывод · СБП · Т-Банк · •• 01',
    created_at: at(1, '09:15'),
  },
  ...tips.slice(3),
  {
    ...base,
    id: 'transfer-out',
    type: 'transfer_out',
    direction: 'out',
    amount: 2340,
    title: 'Перевод · Константин Константинопольский',
    created_at: at(2, '14:00'),
  },
]

/** Takes back the tip of 1 200 ₽. */
export const chargeback: Operation = {
  ...base,
  id: 'chargeback',
  number: '104833',
  type: 'chargeback',
  direction: 'out',
  amount: 1200,
  title: 'Возврат гостю чаевых № 104821',
  created_at: at(0, '19:20'),
  comment: 'Банк гостя оспорил платёж',
}

const nothing = { tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

/** Returns the first page; there are more of them if it has any item. */
export function firstPage(items: Operation[]): ResponseOf<typeof listOperations> {
  const pages = items.length > 0 ? 7 : 1
  return {
    items,
    page: 1,
    pages,
    per_page: 20,
    total: items.length > 0 ? 131 : 0,
    as_of: '131',
    day_totals: [
      { ...nothing, date: daysAgo(0), total: 2500, tips: 1700, transfers_in: 800, pending_in: 350, pending_out: 1500 },
      { ...nothing, date: daysAgo(1), total: -5000, payouts: 5000 },
      { ...nothing, date: daysAgo(2), total: -1439.5, tips: 900.5, transfers_out: 2340 },
    ],
  }
}

/** A search result with one tip. The totals of its day count only this tip. */
export function foundPage(tip: Operation): ResponseOf<typeof listOperations> {
  const totals = { ...nothing, date: daysAgo(0), total: tip.amount, tips: tip.amount }
  return { ...firstPage([tip]), pages: 1, total: 1, day_totals: [totals] }
}
