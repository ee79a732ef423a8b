import { randomInt, randomUUID } from 'node:crypto'
import { addDays } from '@portal/contracts/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { Problem } from '../../http/problem.ts'
import { hire, noonZone, openRestaurant, type TestEmployee } from '../ledger/testing.ts'
import { directionOf } from '../operations/direction.ts'
import { settle } from '../payouts/delivery/settle.ts'
import { requestPayout } from '../payouts/service.ts'
import { codeFor, settings, signedIn, withdraw } from '../payouts/testing.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { readStatement, type Statement } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** Lives through tips, adjustments, withdrawals and transfers of random sums; what the rules do not allow does not happen. */
async function liveThroughHistory(anna: TestEmployee, boris: TestEmployee, steps: number): Promise<void> {
  const { db } = database
  const tips: { external_id: string; employee_id: string; amount: number; paid_at: string }[] = []
  const book = async (status: 'pending' | 'completed') => {
    const tip = { external_id: randomUUID(), employee_id: anna.id, amount: 50 + randomInt(90_000) / 100 }
    tips.push({ ...tip, paid_at: new Date().toISOString() })
    await bookTips(db, [{ ...tip, paid_at: new Date().toISOString(), status }])
  }
  const anyTip = () => tips[randomInt(tips.length + 1)] ?? { external_id: 'unknown', amount: 1 }
  const adjust = async (kind: 'correction' | 'chargeback', change: number) => {
    await adjustTips(db, [{ external_id: randomUUID(), tip: anyTip().external_id, kind, change }])
  }
  const payouts: string[] = []
  const actions = [
    () => book('completed'),
    () => book('completed'),
    () => book('pending'),
    async () => {
      const tip = tips[randomInt(tips.length + 1)]
      if (tip) await bookTips(db, [{ ...tip, status: 'completed' }])
    },
    () => adjust('correction', 1 + randomInt(20_000) / 100),
    () => adjust('correction', -1 - randomInt(5_000) / 100),
    () => adjust('chargeback', -anyTip().amount),
    async () => {
      payouts.push((await withdraw(db, anna, 100 + randomInt(400))).id)
    },
    async () => {
      const id = payouts.shift()
      if (!id) return
      const declined = { status: 'declined', reason: 'general_decline' } as const
      await settle(db, id, randomInt(2) ? { status: 'paid', rrn: '000000000000' } : declined)
    },
    async () => {
      const to = { recipient_employee_id: boris.id, amount: 100 + randomInt(200) }
      const order = { kind: 'transfer', rest_id: anna.restaurantId, ...to } as const
      const code = await codeFor(db, anna, order)
      await requestPayout({ db, settings }, signedIn(anna), randomUUID(), { ...order, code })
    },
  ]
  for (let step = 0; step < steps; step += 1) {
    await actions[randomInt(actions.length)]?.().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }
}

/** Kopecks. */
function sumOfLines({ lines }: Statement): number {
  return (lines ?? []).reduce((total, { type, status, amount }) => {
    const isHeld = status === 'pending' && (type === 'payout' || type === 'transfer_out')
    if (status !== 'completed' && !isHeld) return total
    return total + (directionOf(type) === 'in' ? amount : -amount)
  }, 0)
}

// spec: 2.152
test.each([1, 2, 3])('opening + in − out = closing in every period of a random history, %i', async () => {
  const { db } = database
  const restaurant = await openRestaurant(db, { timeZone: noonZone() })
  const anna = await hire(db, restaurant, { isDefault: true })
  const boris = await hire(db, restaurant)
  await liveThroughHistory(anna, boris, 60)
  // All of it happened just now: it is spread over the days before, in its order.
  await sql`
    update operation set created_at = now() - (70 - employee_seq) * interval '7 hours' where employee_id = ${anna.id}`.execute(
    db,
  )

  const today = new Date().toISOString().slice(0, 10)
  const read = (from: string, to: string) => readStatement(db, anna.userId, { restId: anna.restaurantId, from, to })
  const whole = await read(addDays(today, -60), addDays(today, 60))
  const { balance } = await db
    .selectFrom('ledger_account')
    .select(sql<number>`sum(balance)::bigint`.as('balance'))
    .where('employee_id', '=', anna.id)
    .where('kind', 'in', ['wallet', 'debt'])
    .executeTakeFirstOrThrow()
  expect([whole.opening, whole.closing]).toEqual([0, balance])
  expect(whole.lines?.length).toBeGreaterThan(20)

  for (let round = 0; round < 12; round += 1) {
    const from = addDays(today, -30 + randomInt(40))
    const to = addDays(from, randomInt(12))
    const statement = await read(from, to)
    const { opening, closing } = statement
    expect(opening + statement.in - statement.out).toBe(closing)
    expect(sumOfLines(statement)).toBe(closing - opening)
    // What one period ends with, the next one begins with.
    expect((await read(addDays(from, -20), addDays(from, -1))).closing).toBe(opening)
    expect((await read(addDays(to, 1), addDays(to, 20))).opening).toBe(closing)
  }
})

test.each([
  ['2026-02-01', '2026-01-31', 'period_reversed'],
  ['2024-01-01', '2026-01-31', 'period_too_long'],
])('%s to %s is rejected with %s', async (from, to, code) => {
  const anna = await hire(database.db, await openRestaurant(database.db))
  const period = { restId: anna.restaurantId, from, to }
  await expect(readStatement(database.db, anna.userId, period)).rejects.toMatchObject({ status: 422, code })
})
