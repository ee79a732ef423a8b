import { listOperations, type Operation } from '@portal/contracts/operation'
import type { Payout } from '@portal/contracts/payout'
import { stub } from '@portal/shared/testing/http-stub'

export const tip: Operation = {
  id: 'tip-1',
  type: 'tip',
  direction: 'in',
  amount: 500,
  fee: 0,
  status: 'completed',
  title: 'Чаевые от гостя',
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: '2026-11-10T12:04:00+03:00',
  rating: 5,
  comment: 'Очень вкусно',
}

export const payout: Operation = {
  id: 'payout-operation-1',
  number: '104807',
  type: 'payout',
  direction: 'out',
  amount: 1000,
  fee: 15,
  status: 'pending',
  title: 'Вывод на карту',
  restaurant: { id: 'berezka', name: 'Берёзка' },
  created_at: '2026-11-09T18:30:00+03:00',
  payout_id: 'p 1',
}

/** The payout of that operation, as the API returns it by its id. */
export const payoutResponse: Payout = {
  id: 'p 1',
  number: '104807',
  kind: 'payout',
  amount: 1000,
  fee: 15,
  net: 985,
  status: 'pending',
  destination: { type: 'card', title: 'Мир •• 1234' },
  restaurant: payout.restaurant,
  created_at: payout.created_at,
  timeline: [],
}

const nothing = { tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

type Feed = { [page: number]: Operation[] }

/** Stubs pages of each type; `as_of` of the response is the requested one, so that a test sees it preserved. */
export function stubFeed(
  feeds: { all: Feed; payout?: Feed; found?: Feed } = { all: { 1: [tip, payout] }, payout: { 1: [payout] } },
): void {
  stub(listOperations, ({ query: { type, q, page = '1', as_of } }) => {
    const feed = feeds[q ? 'found' : type === 'payout' ? 'payout' : 'all'] ?? {}
    return {
      items: feed[Number(page)] ?? [],
      page: Number(page),
      pages: Object.keys(feed).length,
      per_page: 20,
      total: Object.values(feed).flat().length,
      as_of: as_of ?? '42',
      day_totals: [
        { ...nothing, date: '2026-11-10', total: 500, tips: 500, pending_in: 1200 },
        { ...nothing, date: '2026-11-09', total: 0, pending_out: 1000 },
      ],
    }
  })
}

export const plainText = (node: Node | null | undefined) => node?.textContent?.replace(/\u00A0/g, ' ')
