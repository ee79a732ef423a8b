import type { Operation } from '@portal/shared/contracts/operation'
import { expect, test } from 'vitest'
import { byDay } from './by-day.ts'

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

test('days are the restaurant’s: 22:30 UTC is tomorrow in Moscow', () => {
  const operations = [at('2026-11-19T22:30:00Z'), at('2026-11-19T20:00:00Z'), at('2026-11-18T22:00:00+00:00')]
  const days = byDay(operations, [
    { date: '2026-11-20', total: 700 },
    { date: '2026-11-19', total: -150 },
  ])
  expect(days.map(({ date, total, operations }) => [date, total, operations.length])).toEqual([
    ['2026-11-20', 700, 1],
    ['2026-11-19', -150, 2],
  ])
})

test('the total is the whole day’s, not this page’s', () => {
  const [day] = byDay([at('2026-11-20T10:00:00Z')], [{ date: '2026-11-20', total: 5000 }])
  expect(day?.total).toBe(5000)
})
