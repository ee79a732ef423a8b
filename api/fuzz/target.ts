import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../src/db/connect.ts'
import { hashPassword } from '../src/identity/session/password.ts'
import { addSession } from '../src/identity/session/repository.ts'
import { hashToken, newToken } from '../src/identity/session/token.ts'
import { addCard, earn, hire, openRestaurant, type TestEmployee } from '../src/money/ledger/testing/test-ledger.ts'
import { codeFor, withdraw } from '../src/payouts/testing/withdrawals.ts'
import type { KnownValues } from './generate.ts'

/** A signed-in employee, whose session and codes the next requests may use up. */
export type Caller = { session: string; known: KnownValues }

const password = 'correct horse'

/** Creates an employee with two restaurants, a colleague, tips, cards and a payout. */
export async function prepareEmployee(db: Db): Promise<TestEmployee> {
  const restaurant = await openRestaurant(db)
  const employee = await hire(db, restaurant, { isDefault: true })
  const password_hash = await hashPassword(password)
  await db.updateTable('user_account').set({ password_hash }).where('id', '=', employee.userId).execute()
  await hire(db, await openRestaurant(db, { name: 'Ёлки' }), { user: employee.userId })
  await hire(db, restaurant, { firstName: 'Борис' })
  for (let n = 0; n < 30; n++) await earn(db, employee, 1_000, new Date(Date.now() - n * 86_400_000))
  await withdraw(db, employee, 500)
  return employee
}

/** Creates a new session and code, and resets the budgets. Returns them with the ids that requests may name. */
export async function renewCaller(db: Db, employee: TestEmployee): Promise<Caller> {
  for (const table of ['rate_limit', 'otp']) await sql`delete from ${sql.table(table)}`.execute(db)
  const session = newToken()
  await addSession(db, { tokenHash: hashToken(session), userId: employee.userId, remembered: false, userAgent: 'fuzz' })
  const binding_id = await addCard(db, employee, '4321', randomUUID())
  const code = await codeFor(db, employee, { kind: 'payout', rest_id: employee.restaurantId, binding_id, amount: 500 })
  const ids = async (query: ReturnType<typeof sql<{ id: string }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const { userId } = employee
  const restaurants = await ids(sql`select restaurant_id as id from employee where user_id = ${userId}`)
  const employees = await ids(sql`select id from employee limit 10`)
  const methods = await ids(sql`select id from payout_binding where user_id = ${userId} limit 10`)
  const payouts = await ids(sql`select id from payout where user_id = ${userId} limit 10`)
  const sessions = await ids(sql`select id::text as id from session where user_id = ${userId} limit 10`)
  const phones = await ids(sql`select phone as id from user_account where id = ${userId}`)
  return {
    session,
    known: {
      rest_id: restaurants,
      restId: restaurants,
      employee_id: employees,
      recipient_employee_id: employees,
      binding_id: methods,
      id: [userId, ...restaurants, ...methods, ...payouts, ...sessions],
      key: ['fuzz-key'],
      code: [code, '000000'],
      a: ['000000'],
      b: [newToken()],
      type: ['payout', 'transfer', 'card', 'sbp', 'tip', 'avatar'],
      phone: [...phones, '+79990000000'],
      phoneNumber: [...phones, '+79990000000'],
      phone_number: [...phones, '+79990000000'],
      password: [password, 'a-better-Passw0rd-7'],
      current_password: [password],
      number: ['2200123456789019', '4111111111111111'],
      amount: [100, 150.5, 500],
      page: [1, 2, 100],
      as_of: ['1', '20'],
      from: ['2026-11-01', '2025-11-20'],
      to: ['2026-11-20', '2026-11-21'],
      minutes: [1, 15],
      rating: [1, 5],
      paid_at: [new Date().toISOString()],
      external_id: ['fuzz-1', 'fuzz-2'],
      remote: ['shell', 'mfe-tips'],
      version: ['t1'],
      kind: ['payout', 'transfer', 'start', 'error'],
      name: ['Анна', 'LCP'],
      last4: ['1234'],
      sbp_bank_id: ['tbank'],
      bank_id: ['tbank'],
    },
  }
}
