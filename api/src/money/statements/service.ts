import { createHash } from 'node:crypto'
import { addDays, countDays, dayIn } from '@portal/contracts/calendar'
import type { QueryOf } from '@portal/contracts/endpoint'
import { type getStatement, STATEMENT_LINES } from '@portal/contracts/statement'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { findOwner } from '../operations/repository.ts'
import {
  type MonthSum,
  readHolder,
  readStatementLines,
  readStatementTotals,
  readSumsByMonth,
  type StatementLine,
  type StatementSums,
  type StatementTotals,
} from './repository.ts'

const MAX_PERIOD_DAYS = 366
/** How far the days of two restaurants may be apart. */
const ZONE_DAYS = 2

/** All amounts are in kopecks. */
export type Statement = StatementTotals &
  StatementSums & {
    holder: string
    restaurant: string
    timeZone: string
    from: string
    to: string
    issuedAt: Date
    /** Oldest first. Null if there are too many; `months` has their sums. */
    lines: StatementLine[] | null
  }

/** Reads a statement from one snapshot of the database. @throws Problem 404, 422 */
export async function readStatement(
  db: Db,
  userId: string,
  { restId, from, to }: QueryOf<typeof getStatement>,
): Promise<Statement> {
  const days = countDays({ from, to })
  if (days < 1) throw new Problem(422, 'period_reversed', { errors: { to: ['period_reversed'] } })
  if (days > MAX_PERIOD_DAYS) throw new Problem(422, 'period_too_long', { errors: { to: ['period_too_long'] } })
  return await inSnapshot(db, async (trx) => {
    const owner = requireFound(await findOwner(trx, userId, restId))
    const period = { owner, from, to }
    const { opening, closing, months } = await readStatementTotals(trx, period)
    const sums = sumMonths(months)
    if (opening + sums.in - sums.out !== closing) throw new Error('a statement does not add up')
    return {
      ...sums,
      opening,
      closing,
      months,
      holder: (await readHolder(trx, userId)).name,
      restaurant: owner.restaurant ?? '',
      timeZone: owner.timeZone,
      from,
      to,
      issuedAt: new Date(),
      lines: sums.count <= STATEMENT_LINES ? await readStatementLines(trx, period) : null,
    }
  })
}

function sumMonths(months: readonly StatementSums[]): StatementSums {
  const total = (name: keyof StatementSums) => months.reduce((sum, month) => sum + month[name], 0)
  return { count: total('count'), in: total('in'), out: total('out'), fees: total('fees'), tips: total('tips') }
}

export type IncomeCertificate = {
  /** Identical for each certificate with the same user, year and day of issue. */
  number: string
  year: number
  holder: string
  phone: string
  timeZone: string
  issuedAt: Date
  months: MonthSum[]
}

/** @throws Problem 422 */
export async function readIncomeCertificate(db: Db, userId: string, year: number): Promise<IncomeCertificate> {
  return await inSnapshot(db, async (trx) => {
    const period = { from: addDays(`${year}-01-01`, -ZONE_DAYS), to: addDays(`${year}-12-31`, ZONE_DAYS) }
    const owner = requireFound(await findOwner(trx, userId, undefined))
    const issuedAt = new Date()
    const today = dayIn(owner.timeZone, issuedAt)
    if (year > Number(today.slice(0, 4))) throw new Problem(422, 'year_ahead', { errors: { year: ['year_ahead'] } })
    const { name: holder, phone } = await readHolder(trx, userId)
    return {
      number: certificateNumber(userId, year, today),
      year,
      holder,
      phone,
      timeZone: owner.timeZone,
      issuedAt,
      months: await readSumsByMonth(trx, { owner, ...period }, year),
    }
  })
}

/**
 * Kopecks that the employee may keep: tips with corrections and chargebacks, and shares of colleagues, without what was
 * passed on to them.
 */
export function incomeSum(sums: readonly MonthSum[]): number {
  return sums.filter(({ type }) => type !== 'payout').reduce((total, { change }) => total + change, 0)
}

/** `2026-4F0C21-241126`: the year, a digest of the user, and the day of issue. It does not reveal the user. */
function certificateNumber(userId: string, year: number, today: string): string {
  const digest = createHash('sha256').update(`income certificate ${userId}`).digest('hex').slice(0, 6).toUpperCase()
  const [issueYear = '', month, day] = today.split('-')
  return `${year}-${digest}-${day}${month}${issueYear.slice(2)}`
}

async function inSnapshot<T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
