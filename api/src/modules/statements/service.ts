import { createHash } from 'node:crypto'
import { countDays, dayIn } from '@portal/contracts/calendar'
import type { QueryOf } from '@portal/contracts/endpoint'
import { type getStatement, STATEMENT_LINES } from '@portal/contracts/statement'
import type { Db } from '../../db/connect.ts'
import { StandbyLostError } from '../../db/unavailable.ts'
import { found, Problem } from '../../http/problem.ts'
import { findFeed, type OperationRow, readOperations } from '../operations/repository.ts'
import { holderName, type MonthSum, type StatementTotals, statementTotals, sumsByMonth } from './repository.ts'

const MAX_PERIOD_DAYS = 366

/** All kopecks. */
export type Statement = StatementTotals & {
  opening: number
  holder: string
  restaurant: string
  timeZone: string
  from: string
  to: string
  issuedAt: Date
  /** Oldest first; null: there are too many, and `months` has their sums. */
  lines: OperationRow[] | null
  months: MonthSum[]
}

/** Reads all of a statement from one state of the database. @throws Problem 404, 422 */
export async function readStatement(
  db: Db,
  userId: string,
  { restId, from, to }: QueryOf<typeof getStatement>,
): Promise<Statement> {
  const days = countDays({ from, to })
  if (days < 1) throw new Problem(422, 'period_reversed', { errors: { to: ['period_reversed'] } })
  if (days > MAX_PERIOD_DAYS) throw new Problem(422, 'period_too_long', { errors: { to: ['period_too_long'] } })
  return await inSnapshot(db, async (trx) => {
    const feed = found(await findFeed(trx, userId, { restId, from, to }))
    const totals = await statementTotals(trx, feed)
    const hasLines = totals.count <= STATEMENT_LINES
    return {
      ...totals,
      opening: totals.closing - totals.in + totals.out,
      holder: await holderName(trx, userId),
      restaurant: feed.restaurant ?? '',
      timeZone: feed.timeZone,
      from,
      to,
      issuedAt: new Date(),
      lines: hasLines ? (await readOperations(trx, feed, feed.period)).reverse() : null,
      months: hasLines ? [] : await sumsByMonth(trx, feed),
    }
  })
}

export type IncomeCertificate = {
  /** The same for the same user, year and day of issue. */
  number: string
  year: number
  holder: string
  timeZone: string
  issuedAt: Date
  months: MonthSum[]
}

/** @throws Problem 422 */
export async function readIncomeCertificate(db: Db, userId: string, year: number): Promise<IncomeCertificate> {
  return await inSnapshot(db, async (trx) => {
    const feed = found(await findFeed(trx, userId, { from: `${year}-01-01`, to: `${year}-12-31` }))
    const issuedAt = new Date()
    const today = dayIn(feed.timeZone, issuedAt)
    if (year > Number(today.slice(0, 4))) throw new Problem(422, 'year_ahead', { errors: { year: ['year_ahead'] } })
    return {
      number: certificateNumber(userId, year, today),
      year,
      holder: await holderName(trx, userId),
      timeZone: feed.timeZone,
      issuedAt,
      months: await sumsByMonth(trx, feed),
    }
  })
}

/** `2026-4F0C21-241126`: the year, a digest of the user, and the day of issue. It tells nothing about the user. */
function certificateNumber(userId: string, year: number, today: string): string {
  const digest = createHash('sha256').update(`income certificate ${userId}`).digest('hex').slice(0, 6).toUpperCase()
  const [issueYear = '', month, day] = today.split('-')
  return `${year}-${digest}-${day}${month}${issueYear.slice(2)}`
}

/** Reads again, from the primary, when a standby was lost meanwhile. */
async function inSnapshot<T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await snapshot.execute(read).catch((error: unknown) => {
    if (!(error instanceof StandbyLostError)) throw error
    return snapshot.execute(read)
  })
}
