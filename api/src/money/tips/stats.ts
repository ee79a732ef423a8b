import { comparisonOf, countDays, previousOf } from '@portal/contracts/calendar'
import type { DayRange } from '@portal/contracts/day'
import type { QueryOf } from '@portal/contracts/endpoint'
import type { getTipsStats, TipsStats } from '@portal/contracts/tips'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { readTipsByDay, sumShares, type TipDay } from './repository.ts'

const MAX_PERIOD_DAYS = 366

/**
 * Returns the tips of a period and of the compared period by day. One query reads both, and another one the shares of
 * colleagues.
 */
export async function readTipsStats(
  db: Db,
  userId: string,
  { restId, from, to, compare }: QueryOf<typeof getTipsStats>,
): Promise<TipsStats> {
  const range = { from, to }
  const length = countDays(range)
  if (length < 1) throw new Problem(422, 'period_reversed', { errors: { to: ['period_reversed'] } })
  if (length > MAX_PERIOD_DAYS) throw new Problem(422, 'period_too_long', { errors: { to: ['period_too_long'] } })
  const { id, time_zone } = await findOwnEmployee(db, userId, restId)
  const previous = previousOf(range, compare ?? comparisonOf(range))
  const days = await readTipsByDay(db, id, previous.from, to)
  const shares = await sumShares(db, { id, time_zone }, range)
  const period = summary(days, range)
  return {
    ...period,
    average_day: Math.round(Math.round(period.total * 100) / length) / 100,
    shares: shares / 100,
    previous: summary(days, previous),
  }
}

function summary(read: readonly TipDay[], { from, to }: DayRange): TipsStats['previous'] {
  const days = read.filter(({ day }) => from <= day && day <= to)
  return {
    from,
    to,
    total: days.reduce((sum, { amount }) => sum + amount, 0) / 100,
    count: days.reduce((sum, { count }) => sum + count, 0),
    days: days.map(({ day, amount, count }) => ({ date: day, amount: amount / 100, count })),
  }
}
