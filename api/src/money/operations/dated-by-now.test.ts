import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { addDays, dayIn } from '@portal/contracts/calendar'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import {
  earn,
  hire,
  moveAt,
  noonZone,
  openRestaurant,
  type TestEmployee,
  walletBalance,
} from '../ledger/testing/test-ledger.ts'
import { readStatement } from '../statements/service.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { listUserOperations } from './service.ts'

// A clock of the database that was wrong for some seconds has dated one operation in the future.

const api = sharedApi()

const DAY_MS = 24 * 60 * 60 * 1000
const timeZone = noonZone()
const today = dayIn(timeZone, Date.now())

type History = { before: number; after: number; daysAhead: number }

/** Books this number of tips before and after a correction that is dated days ahead. */
async function liveThroughWrongClock(employee: TestEmployee, { before, after, daysAhead }: History) {
  const tip = randomUUID()
  const paid_at = new Date().toISOString()
  for (let times = 0; times < before; times += 1) await earn(api.db, employee, 100)
  await bookTips(api.db, [{ external_id: tip, employee_id: employee.id, amount: 100, status: 'completed', paid_at }])
  await moveAt(api.url, new Date(Date.now() + daysAhead * DAY_MS), () =>
    adjustTips(api.db, [{ external_id: randomUUID(), tip, kind: 'correction', change: 50 }]),
  )
  for (let times = 0; times < after; times += 1) await earn(api.db, employee, 100)
}

test.each([
  { before: 0, after: 1, daysAhead: 400 },
  { before: 1, after: 1, daysAhead: 1 },
  { before: 0, after: 3, daysAhead: 400 },
  { before: 4, after: 2, daysAhead: 20 },
  { before: 2, after: 8, daysAhead: 400 },
])('what comes after it is of today, in lists and statements: %o', async (history) => {
  const first = await hire(api.db, await openRestaurant(api.db, { timeZone }))
  const employee = await hire(api.db, await openRestaurant(api.db, { timeZone }), { user: first.userId })
  await earn(api.db, first, 10)
  await liveThroughWrongClock(employee, history)
  const tips = history.before + 1 + history.after
  const of = async (filter: object) => {
    const { total, day_totals, items } = await listUserOperations(api.db, employee.userId, filter)
    // The correction itself shows its wrong date until an operator has dated it.
    const newest = items.find(({ type }) => type === 'tip')
    return {
      total,
      today: day_totals.find(({ date }) => date === today)?.total,
      newest: newest && dayIn(timeZone, Date.parse(newest.created_at)),
    }
  }
  const restId = employee.restaurantId
  const month = { from: `${today.slice(0, 7)}-01`, to: today }
  expect(await of({ restId, ...month })).toEqual({ total: tips + 1, today: tips * 100, newest: today })
  expect(await of({ restId, ...month, type: 'tip' })).toEqual({ total: tips, today: tips * 100, newest: today })
  expect(await of({ ...month })).toEqual({ total: tips + 2, today: tips * 100 + 10, newest: today })
  const later = addDays(today, 1)
  expect(await of({ restId, from: later, to: addDays(later, 800) })).toMatchObject({ total: 0 })
  expect(await of({ restId, from: '2026-01-01', to: addDays(today, -1) })).toMatchObject({ total: 0 })
  const statement = await readStatement(api.db, employee.userId, { restId, ...month })
  expect(statement.closing).toBe(await walletBalance(api.db, employee))
})

test('a metric counts an operation of the future until an operator has dated it as the runbook says', async () => {
  const gauge = async () => {
    const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
    const { body } = await api.app.inject({ url: '/metrics', headers })
    return Number(/^portal_operations_dated_ahead (\d+)$/m.exec(body)?.[1])
  }
  const known = await gauge()
  const employee = await hire(api.db, await openRestaurant(api.db, { timeZone }))
  await liveThroughWrongClock(employee, { before: 1, after: 2, daysAhead: 400 })
  expect(await gauge()).toBe(known + 1)
  const runbook = await readFile(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8')
  await sql.raw(/`(update operation [^`]+)`/.exec(runbook)?.[1] ?? '').execute(api.db)
  expect(await gauge()).toBe(0)
  const { items } = await listUserOperations(api.db, employee.userId, {})
  expect(items.map(({ type }) => type)).toEqual(['tip', 'tip', 'correction_in', 'tip', 'tip'])
  expect(items.map(({ created_at }) => dayIn(timeZone, Date.parse(created_at)))).toEqual(Array(5).fill(today))
})
