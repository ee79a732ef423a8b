import { addDays, countDays } from '@portal/contracts/calendar'
import type { GoalOutlook } from '@portal/contracts/trend'
import type { Db } from '../../db/connect.ts'
import { readGoal } from '../../staff/profile/service.ts'
import { lastDays, type TrendDays } from './days.ts'
import { readTotal } from './repository.ts'

/** Four weeks, so that each weekday counts equally. */
const PACE_DAYS = 28
/** Fewer days do not show a usual week. */
const MIN_PACE_DAYS = 7
/** A later day is not a useful forecast, and may not even be a valid date. */
const MAX_DAYS_AHEAD = 3652

/** Returns what the user's goal still needs, at the pace of all restaurants. Null without a goal. */
export async function readGoalOutlook(
  db: Db,
  userId: string,
  { employeeIds, ...days }: TrendDays & { employeeIds: readonly string[] },
): Promise<GoalOutlook | null> {
  const goal = await readGoal(db, userId)
  if (goal === null) return null
  const { name, amount, earned, cash } = goal
  const since = goal.since.slice(0, 10)
  const leftKopecks = Math.max(0, Math.round((amount - earned) * 100))
  const left = leftKopecks / 100
  const range = lastDays(PACE_DAYS, days)
  if (range === null || countDays(range) < MIN_PACE_DAYS) {
    return { name, amount, earned, cash, left, since, pace: null, reached_on: null }
  }
  const total = await readTotal(db, employeeIds, range)
  const length = countDays(range)
  // Divides whole numbers once. A rounded average could add a day to a goal that is a whole number of days ahead.
  const daysLeft = Math.ceil((leftKopecks * length) / total)
  const isFuture = since > days.today
  const start = isFuture ? since : days.today
  const isForeseen = left > 0 && total > 0 && daysLeft <= MAX_DAYS_AHEAD
  return {
    name,
    amount,
    earned,
    cash,
    left,
    since,
    pace: { ...range, average_day: Math.round(total / length) / 100 },
    reached_on: isForeseen ? addDays(start, daysLeft) : null,
  }
}
