import type { Operation } from '@portal/contracts/operation'
import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

const nothing = { tips: 0, transfers_in: 0, payouts: 0, transfers_out: 0, pending_in: 0, pending_out: 0 }

const at = (created_at: string): Operation => ({
  id: created_at,
  type: 'tip',
  direction: 'in',
  amount: 100,
  fee: 0,
  status: 'completed',
  title: 'Чаевые',
  restaurant: { id: 'r', name: 'Берёзка' },
  created_at,
})

test('groups by the days of the restaurant: 22:30 UTC is tomorrow in Moscow', () => {
  const operations = [at('2026-11-19T22:30:00Z'), at('2026-11-19T20:00:00Z'), at('2026-11-18T22:00:00+00:00')]
  const days = byDay(operations, [
    { ...nothing, date: '2026-11-20', total: 700 },
    { ...nothing, date: '2026-11-19', total: -150 },
  ])
  expect(days.map(({ date, totals, operations }) => [date, totals?.total, operations.length])).toEqual([
    ['2026-11-20', 700, 1],
    ['2026-11-19', -150, 2],
  ])
})

test('shows the total of the whole day, not of this page', () => {
  const [day] = byDay([at('2026-11-20T10:00:00Z')], [{ ...nothing, date: '2026-11-20', total: 5000 }])
  expect(day?.totals?.total).toBe(5000)
})
