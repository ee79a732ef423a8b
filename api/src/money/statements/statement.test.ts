import { randomInt, randomUUID } from 'node:crypto'
import { addDays, dayIn } from '@portal/contracts/calendar'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { Problem } from '../../http/problem.ts'
import { settle } from '../../payouts/delivery/settle.ts'
import { rejectPayout, releasePayout } from '../../payouts/review/review.ts'
import { requestPayout } from '../../payouts/service.ts'
import { sharingOrder } from '../../payouts/sharing/testing/sharing-order.ts'
import { codeFor, settings, signedIn, withdraw } from '../../payouts/testing/withdrawals.ts'
import { hire, moveAt, openRestaurant, type TestEmployee, walletBalance } from '../ledger/testing/test-ledger.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { readTipsStats } from '../tips/stats.ts'
import type { MonthSum } from './repository.ts'
import { incomeSum, readIncomeCertificate, readStatement, type Statement } from './service.ts'

const database = sharedDatabase()

const HOUR_MS = 60 * 60 * 1000
/** The length of a history that ends now. */
const HISTORY_DAYS = 100

type Team = { anna: TestEmployee; boris: TestEmployee; vera: TestEmployee }

const decision = { actor: { type: 'operator', id: 'olga' } as const, reason: 'test' }
const declined = { status: 'declined', reason: 'general_decline' } as const

/**
 * Books tips, late and pending ones, adjustments, withdrawals with fees and refusals, transfers and sharings, each at a
 * later time. Steps that the rules do not allow are skipped.
 */
async function liveThroughHistory(team: Team, timeZone: string, steps: number): Promise<void> {
  const history = new History(team)
  const start = await midnight(addDays(dayIn(timeZone, Date.now()), -HISTORY_DAYS), timeZone)
  let now = start
  for (let step = 0; step < steps; step += 1) {
    // About every fourth step is at midnight.
    const unit = randomInt(4) ? HOUR_MS / 2 : 24 * HOUR_MS
    const elapsed = ((step + Math.random()) / steps) * HISTORY_DAYS * 24 * HOUR_MS
    now = Math.max(now, start + Math.floor(elapsed / unit) * unit)
    await moveAt(database.url, new Date(now), async () => {
      await history.act(now).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
      })
    })
  }
}

type Tip = { external_id: string; employee_id: string; amount: number; paid_at: string }

/** Random actions of a team. */
class History {
  readonly #team: Team
  readonly #tips: Tip[] = []
  readonly #orders: { id: string; isTransfer: boolean }[] = []
  #now = 0

  constructor(team: Team) {
    this.#team = team
  }

  async act(now: number): Promise<void> {
    this.#now = now
    const actions = [
      () => this.#book('completed'),
      () => this.#book('completed'),
      () => this.#book('completed', randomInt(60 * 24)),
      () => this.#book('pending', randomInt(3)),
      () => this.#book('pending', randomInt(40 * 24)),
      () => this.#complete(),
      () => this.#adjust('correction', () => 1 + randomInt(20_000) / 100),
      () => this.#adjust('correction', () => -1 - randomInt(5_000) / 100),
      () => this.#adjust('chargeback', (amount) => -amount),
      () => this.#adjust('chargeback', (amount) => -amount),
      () => this.#withdraw(),
      () => this.#decide(),
      () => this.#order('transfer', 100 + randomInt(200)),
      () => this.#order('sharing', 100 + randomInt(3_000)),
    ]
    await actions[randomInt(actions.length)]?.()
  }

  async #book(status: 'pending' | 'completed', hoursLate = 0): Promise<void> {
    const { anna, boris } = this.#team
    const paid_at = new Date(this.#now - hoursLate * HOUR_MS).toISOString()
    const employee_id = randomInt(3) ? anna.id : boris.id
    const tip = { external_id: randomUUID(), employee_id, amount: 50 + randomInt(90_000) / 100, paid_at }
    this.#tips.push(tip)
    await bookTips(database.db, [{ ...tip, status }])
  }

  /** Returns one of the last tips, which may be pending still. */
  #recentTip(): Tip | undefined {
    return this.#tips.at(-1 - randomInt(5))
  }

  async #complete(): Promise<void> {
    const tip = this.#recentTip()
    if (tip) await bookTips(database.db, [{ ...tip, status: 'completed' }])
  }

  async #adjust(kind: 'correction' | 'chargeback', toChange: (amount: number) => number): Promise<void> {
    const { external_id: tip, amount } = this.#recentTip() ?? { external_id: 'unknown', amount: 1 }
    await adjustTips(database.db, [{ external_id: randomUUID(), tip, kind, change: toChange(amount) }])
  }

  async #withdraw(): Promise<void> {
    const { anna } = this.#team
    // Sometimes the whole balance, so that a chargeback becomes a debt.
    const balance = Math.floor((await walletBalance(database.db, anna)) / 100)
    const { id } = await withdraw(database.db, anna, randomInt(2) ? 100 + randomInt(400) : balance)
    this.#orders.push({ id, isTransfer: false })
  }

  /** Lets an operator and the bank decide about the oldest order. */
  async #decide(): Promise<void> {
    const { db } = database
    const first = this.#orders.shift()
    if (!first) return
    const isGood = randomInt(2) === 1
    await db.transaction().execute(async (trx) => {
      const payout = trx.selectFrom('payout').select('review').where('id', '=', first.id)
      const { review } = await payout.executeTakeFirstOrThrow()
      if (review === 'open') await (isGood ? releasePayout : rejectPayout)(trx, first.id, { ...decision, limit: 1e9 })
    })
    if (!first.isTransfer) await settle(db, first.id, isGood ? { status: 'paid', rrn: '000000000000' } : declined)
  }

  async #order(kind: 'transfer' | 'sharing', amount: number): Promise<void> {
    const { db } = database
    const { anna, boris, vera } = this.#team
    const rest_id = anna.restaurantId
    const money =
      kind === 'transfer'
        ? { kind, rest_id, recipient_employee_id: boris.id, amount }
        : sharingOrder(rest_id, amount, [{ id: boris.id }, { id: vera.id }])
    const code = await codeFor(db, anna, money)
    const { id } = await requestPayout({ db, settings }, signedIn(anna), randomUUID(), { ...money, code })
    this.#orders.push({ id, isTransfer: true })
  }
}

async function midnight(day: string, timeZone: string): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select (${day}::date)::timestamp at time zone ${timeZone} as at`.execute(
    database.db,
  )
  return Number(rows[0]?.at)
}

/** The employee's balance in the ledger at the beginning of a day, in kopecks, as the sum of entries. */
async function ledgerAt({ id }: TestEmployee, day: string, timeZone: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(e.amount), 0)::bigint as balance
    from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
    where a.employee_id = ${id} and a.kind in ('wallet', 'debt')
      and t.created_at < ${new Date(await midnight(day, timeZone))}`.execute(database.db)
  return rows[0]?.balance ?? 0
}

/** Compares the income of each month with the statistics. They are equal apart from pending tips. */
async function checkCertificate({ userId, restaurantId: restId }: TestEmployee, year: number): Promise<void> {
  const { months } = await readIncomeCertificate(database.db, userId, year)
  const { days } = await readTipsStats(database.db, userId, { restId, from: `${year}-01-01`, to: `${year}-12-31` })
  const income = months.filter(({ type }) => !['payout', 'transfer_out', 'transfer_in'].includes(type))
  const monthSum = (month: string) =>
    income.reduce((total, sum) => total + (sum.month === month ? sum.change + sum.pending : 0), 0)
  for (const month of new Set(days.map(({ date }) => date.slice(0, 7)))) {
    const counted = days.reduce((total, { date, amount }) => total + (date.startsWith(month) ? amount * 100 : 0), 0)
    expect([month, monthSum(month)]).toEqual([month, Math.round(counted)])
  }
}

async function certificateSums({ userId }: TestEmployee, years: readonly number[]): Promise<MonthSum[]> {
  const certificates = await Promise.all(years.map((year) => readIncomeCertificate(database.db, userId, year)))
  return certificates.flatMap(({ months }) => months)
}

const lineSum = ({ lines }: Statement) => (lines ?? []).reduce((total, { moved }) => total + moved, 0)

async function checkPeriod(employee: TestEmployee, timeZone: string, from: string, to: string): Promise<Statement> {
  const { db } = database
  const period = { restId: employee.restaurantId, from, to }
  const statement = await readStatement(db, employee.userId, period)
  const { opening, closing } = statement
  expect(opening).toBe(await ledgerAt(employee, from, timeZone))
  expect(closing).toBe(await ledgerAt(employee, addDays(to, 1), timeZone))
  expect(opening + statement.in - statement.out).toBe(closing)
  expect(opening + lineSum(statement)).toBe(closing)
  expect(statement.tips / 100).toBe((await readTipsStats(db, employee.userId, period)).total)
  for (const { day } of statement.lines ?? []) expect(from <= day && day <= to).toBe(true)
  return statement
}

// spec: 2.152
test.each(['Europe/Moscow', 'Asia/Kamchatka', 'Pacific/Kiritimati', 'America/St_Johns'])(
  'statements of a random history agree with the ledger, the statistics, the certificate and each other, at a restaurant in %s',
  async (timeZone) => {
    const { db } = database
    const restaurant = await openRestaurant(db, { timeZone })
    const team = {
      anna: await hire(db, restaurant, { isDefault: true }),
      boris: await hire(db, restaurant),
      vera: await hire(db, restaurant),
    }
    await liveThroughHistory(team, timeZone, 90)

    const today = dayIn(timeZone, Date.now())
    for (const employee of Object.values(team)) {
      const whole = await checkPeriod(employee, timeZone, addDays(today, -HISTORY_DAYS - 70), addDays(today, 60))
      expect(whole.opening).toBe(0)
      const years = [Number(today.slice(0, 4)) - 1, Number(today.slice(0, 4))]
      for (const year of years) await checkCertificate(employee, year)
      const sums = await certificateSums(employee, years)
      const withdrawn = sums.reduce((total, { type, change }) => total - (type === 'payout' ? change : 0), 0)
      expect(incomeSum(sums) - withdrawn).toBe(whole.closing)
      for (let round = 0; round < 8; round += 1) {
        const from = addDays(today, -HISTORY_DAYS + randomInt(HISTORY_DAYS))
        const middle = addDays(from, randomInt(12))
        const { closing } = await checkPeriod(employee, timeZone, from, middle)
        const next = await checkPeriod(employee, timeZone, addDays(middle, 1), addDays(middle, 1 + randomInt(40)))
        expect(next.opening).toBe(closing)
      }
    }
    expect((await checkPeriod(team.anna, timeZone, addDays(today, -300), today)).lines?.length).toBeGreaterThan(10)
  },
)

test('the certificate has a tip in the year in which its guest paid by the clock of its restaurant', async () => {
  const { db } = database
  const anna = await hire(db, await openRestaurant(db, { timeZone: 'Europe/Moscow' }))
  const inEast = await hire(db, await openRestaurant(db, { timeZone: 'Asia/Kamchatka' }), { user: anna.userId })
  const tip = { amount: 500, paid_at: '2025-12-31T13:00:00Z', status: 'completed' } as const
  await bookTips(db, [
    { ...tip, external_id: randomUUID(), employee_id: anna.id },
    { ...tip, external_id: randomUUID(), employee_id: inEast.id },
  ])
  const months = async (year: number) =>
    (await readIncomeCertificate(db, anna.userId, year)).months.map(({ month, restaurant_id }) => [
      month,
      restaurant_id,
    ])
  expect(await months(2025)).toEqual([['2025-12', anna.restaurantId]])
  expect(await months(2026)).toEqual([['2026-01', inEast.restaurantId]])
})

test.each([
  ['2026-02-01', '2026-01-31', 'period_reversed'],
  ['2024-01-01', '2026-01-31', 'period_too_long'],
])('%s to %s is rejected with %s', async (from, to, code) => {
  const anna = await hire(database.db, await openRestaurant(database.db))
  const period = { restId: anna.restaurantId, from, to }
  await expect(readStatement(database.db, anna.userId, period)).rejects.toMatchObject({ status: 422, code })
})
