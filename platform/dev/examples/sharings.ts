import type { ResponseOf } from '@portal/contracts/endpoint'
import type { Payout } from '@portal/contracts/payout'
import type { listSharings, Sharing, SharingLine, SharingTemplate } from '@portal/contracts/sharing'
import { at } from './now.ts'
import { transfer, transferInReview } from './payouts.ts'
import { colleagues } from './users.ts'

const hours = [8, 7.5, 12, 4.5, 8]
const parts = [200, 187.5, 300, 112.5, 200]

export const shared: Sharing = {
  ...{ id: 'shared', number: '1052', amount: 1000, people: 5, status: 'succeeded', created_at: at(0, '19:40') },
  way: 'hours',
  comment: 'За субботу, спасибо за помощь',
  shares: colleagues.map(({ id, name, phone_last2 }, index) => ({
    recipient_employee_id: id,
    title: `${name} · •• ${phone_last2}`,
    weight: hours[index] ?? 0,
    amount: parts[index] ?? 0,
  })),
}

const lines: SharingLine[] = [
  shared,
  {
    ...shared,
    id: 'rejected',
    number: '1044',
    amount: 60_000,
    people: 12,
    status: 'canceled',
    created_at: at(1, '23:50'),
  },
  { ...shared, id: 'earlier', number: '1012', amount: 12_340, people: 2, created_at: at(2, '14:00') },
]

/** The first page of two. */
export const firstSharings: ResponseOf<typeof listSharings> = {
  ...{ items: lines, page: 1, pages: 2, per_page: 20, total: 23, as_of: '48' },
}

export const template: SharingTemplate = {
  way: 'hours',
  members: colleagues.map(({ id, name }, index) => ({ employee_id: id, name, weight: hours[index] ?? 0 })),
}

const ofSharing = {
  amount: 1000,
  net: 1000,
  number: '1052',
  destination: { type: 'employee', title: '5 сотрудникам' },
} as const

export const sharedPayout: Payout = { ...transfer, ...ofSharing, id: 'shared' }

export const sharedPayoutInReview: Payout = { ...transferInReview, ...ofSharing, id: 'shared-in-review' }
