import { connect, type Db } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { setLedgerClock, withLedgerClock } from '@portal/api/demo/ledger-clock'
import { readUserBalances } from '@portal/api/money/balance/service'
import { hire, openRestaurant, type TestEmployee } from '@portal/api/money/ledger/testing/test-ledger'
import { listUserOperations } from '@portal/api/money/operations/service'
import { listUserReviews, readReviewMonths } from '@portal/api/money/reviews/service'
import { readIncomeCertificate, readStatement } from '@portal/api/money/statements/service'
import { bookTips } from '@portal/api/money/tips/service'
import { readTipsStats } from '@portal/api/money/tips/stats'
import { readTipsTrend } from '@portal/api/money/trend/service'
import { CommandError, type Running, say, temporaryFolder } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { sql } from 'kysely'

const BATCH = 1_000
/** 72 tips a day; 50,000 in less than two years. */
const INTERVAL_MS = 20 * 60_000

type Works = Record<string, () => Promise<unknown>>

/** Returns the median of each work in milliseconds. The works take turns, so that other load slows all of them. */
async function time(works: Works, rounds = 201): Promise<Record<string, number>> {
  const times = Object.entries(works).map(([name, work]) => ({ name, work, all: [] as number[] }))
  for (let n = 0; n < rounds; n++) {
    for (const { work, all } of times) {
      const began = performance.now()
      await work()
      all.push(performance.now() - began)
    }
  }
  for (const { name, all } of times) {
    say(`${name.padEnd(56)} median ${percentile(all, 0.5).toFixed(2)} ms, p95 ${percentile(all, 0.95).toFixed(2)} ms`)
  }
  return Object.fromEntries(times.map(({ name, all }) => [name, percentile(all, 0.5)]))
}

const FEW = 1_000
const PAGE_SIZE = 20
const MAX_FIRST_PAGE = 1.2
const MAX_DEEP_PAGE = 5

/** Compares the pages of an account with many operations with the first page of one with a thousand. */
async function comparePages(db: Db, few: TestEmployee, many: TestEmployee, operations: number): Promise<void> {
  const list = ({ userId, restaurantId: restId }: TestEmployee, page: number) =>
    listUserOperations(db, userId, { restId, page })
  const last = Math.ceil(operations / PAGE_SIZE)
  const middle = Math.ceil(last / 2)
  const first = `page 1 of ${FEW}`
  const medians = await time({
    [first]: () => list(few, 1),
    [`page 1 of ${operations}`]: () => list(many, 1),
    [`page ${middle} of ${operations}`]: () => list(many, middle),
    [`page ${last} of ${operations}`]: () => list(many, last),
  })
  const ratio = (name: string) => (medians[name] ?? Number.NaN) / (medians[first] ?? Number.NaN)
  for (const [page, max] of [
    [1, MAX_FIRST_PAGE],
    [middle, MAX_DEEP_PAGE],
    [last, MAX_DEEP_PAGE],
  ] as const) {
    const times = ratio(`page ${page} of ${operations}`)
    say(`page ${page} of ${operations}: ${times.toFixed(2)} times page 1 of ${FEW}, at most ${max}`)
    if (!(times <= max))
      throw new CommandError(
        `Page ${page} of ${operations} operations takes ${times.toFixed(1)} times as long as the first page of ${FEW}; at most ${max} is allowed`,
      )
  }
}

/**
 * Measures lists and balances of one account with 50,000 operations, or as many as the argument says, and how fast tips
 * are booked.
 */
export async function operations(running: Running, [count = '50000']: readonly string[]): Promise<void> {
  const { started } = running
  const operations = Number(count)
  if (!Number.isInteger(operations) || operations < 1)
    throw new CommandError(`«${count}» is not a number of operations. Give a whole number from 1, such as 50000`)
  const server = started(await startEmbedded(await temporaryFolder(running, 'bench')))
  await migrate(server.url)
  const { db, close } = connect(server.url)
  started({ stop: close })
  const [many, few] = [await hire(db, await openRestaurant(db)), await hire(db, await openRestaurant(db))]
  await withLedgerClock(server.url, async () => {
    await book(db, many.id, operations)
    await book(db, few.id, FEW)
  })
  const { userId, restaurantId: restId } = many
  const month = { restId, type: 'tip', from: day(400), to: day(370) } as const
  const find = (q: string, period = {}) => listUserOperations(db, userId, { restId, q, ...period })
  // As autovacuum leaves the table, which it reads after each two percent of new rows.
  await sql`vacuum analyze operation`.execute(db)
  await comparePages(db, few, many, operations)
  await time(
    {
      'operations of all restaurants, page 1': () => listUserOperations(db, userId, {}),
      'tips of a month a year ago, page 100': () => listUserOperations(db, userId, { ...month, page: 100 }),
      'search: a word of no comment': () => find('невкусно'),
      'search: a word of a quarter of the comments': () => find('спасибо'),
      'search: a sum': () => find('5,55'),
      'search: an old number': () => find('100007'),
      'search: a word in a month': () => find('столик 77', { from: month.from, to: month.to }),
      'reviews with words, two stars': () => listUserReviews(db, userId, { restId, stars: 2, commented: 'true' }),
      'ratings of twelve months': () => readReviewMonths(db, userId, restId),
      balance: () => readUserBalances(db, userId),
      'statistics of a year': () => readTipsStats(db, userId, { restId, from: day(365), to: day(0) }),
      trend: () => readTipsTrend(db, userId, { restId }),
      'statement of a month, without the file': () =>
        readStatement(db, userId, { restId, from: day(400), to: day(370) }),
      'certificate of a year, without the file': () => readIncomeCertificate(db, userId, Number(day(0).slice(0, 4))),
    },
    51,
  )
}

/** The date of some days ago: `2026-11-29`. */
export const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)

/** Books tips as guests have given them over two years. */
export async function book(db: Db, employeeId: string, operations: number): Promise<void> {
  const start = Date.now() - operations * INTERVAL_MS
  const began = performance.now()
  for (let first = 0; first < operations; first += BATCH) {
    const paidAt = (tip: number) => new Date(start + tip * INTERVAL_MS)
    const tips = Array.from({ length: Math.min(BATCH, operations - first) }, (_, n) => ({
      external_id: `bench-${employeeId}-${first + n}`,
      employee_id: employeeId,
      amount: 100 + ((first + n) % 900),
      paid_at: paidAt(first + n).toISOString(),
      status: 'completed' as const,
      // Two of three guests rate, one of four writes something.
      ...((first + n) % 3 !== 0 && { rating: 3 + ((first + n) % 3) }),
      ...((first + n) % 4 === 0 && { comment: `Всё было очень вкусно, спасибо! Столик ${(first + n) % 997}` }),
    }))
    await bookTips(db, tips, { accept: (trx) => setLedgerClock(trx, paidAt(first + tips.length)) })
  }
  const seconds = (performance.now() - began) / 1_000
  say(`booked ${operations} tips in ${seconds.toFixed(0)} s: ${(operations / seconds).toFixed(0)} a second`)
}
