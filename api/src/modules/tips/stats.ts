import type { TipsStats } from '@portal/shared/contracts/tips'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findOwnEmployee } from '../employees/find-employee.ts'
import { type TipDay, tipsByDay } from './repository.ts'

const longestPeriod = 366

/** The tips of a period by day, and of the one of the same length just before it; both come from one reading. */
export async function tipsStats(
  db: Db,
  userId: string,
  { restId, from, to }: { restId: string; from: string; to: string },
): Promise<TipsStats> {
  const length = daysBetween(from, to) + 1
  if (length < 1) throw new Problem(422, 'period_reversed', { errors: { to: ['period_reversed'] } })
  if (length > longestPeriod) throw new Problem(422, 'period_too_long', { errors: { to: ['period_too_long'] } })
  const { id } = await findOwnEmployee(db, userId, restId)
  const days = await tipsByDay(db, id, dayBefore(from, length), to)
  const period = summary(days.slice(length))
  return {
    ...period,
    average_day: Math.round((period.total * 100) / length) / 100,
    previous: summary(days.slice(0, length)),
  }
}

function summary(days: readonly TipDay[]): TipsStats['previous'] {
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    total: days.reduce((sum, { amount }) => sum + amount, 0) / 100,
    count: days.reduce((sum, { count }) => sum + count, 0),
    days: days.map(({ day, amount, count }) => ({ date: day, amount: amount / 100, count })),
  }
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** '2026-03-01', 1 → '2026-02-28' */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
