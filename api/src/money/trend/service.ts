import { periodUntil, previousOf } from '@portal/contracts/calendar'
import type { TipsTrend } from '@portal/contracts/trend'
import type { Db } from '../../db/connect.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { firstTrendDay, lastDays, trendDays, trendMonths } from './days.ts'
import { diaryMonths } from './diary.ts'
import { readGoalOutlook } from './goal.ts'
import { tipHabits } from './habits.ts'
import { readDiary, readTrendEmployees, sumTips } from './repository.ts'

const HABIT_DAYS = 12 * 7

/**
 * Returns how the tips of one restaurant, or of all, develop. Each restaurant has its own days and hours. A day is
 * whole when it is over at all restaurants. @throws Problem 404 for a restaurant where the user does not work
 */
export async function readTipsTrend(
  db: Db,
  userId: string,
  { restId }: { restId?: string | undefined },
  now = new Date(),
): Promise<TipsTrend> {
  if (restId !== undefined) await findOwnEmployee(db, userId, restId)
  const all = await readTrendEmployees(db, userId, now)
  const shown = restId === undefined ? all : all.filter(({ restaurant_id }) => restaurant_id === restId)
  const days = trendDays(shown, now)
  const { today } = days
  const month = periodUntil(today, 'month')
  const previous = previousOf(month, 'month')
  const months = trendMonths(days)
  const from = firstTrendDay(today)
  const habits = lastDays(HABIT_DAYS, days)
  const [sums, diary, goal] = await Promise.all([
    sumTips(db, toIds(shown), { since: `${months[0] ?? today.slice(0, 7)}-01`, habits: habits ?? month, previous }),
    readDiary(db, toIds(shown), from),
    readGoalOutlook(db, userId, { employeeIds: toIds(all), ...trendDays(all, now) }),
  ])
  const rows = months.map(
    (month) => sums.months.find((row) => row.month === month) ?? { month, total: 0, count: 0, days: 0 },
  )
  const written = diaryMonths(diary)
  return {
    today,
    months: rows.map((row) => ({ ...row, total: row.total / 100, diary: written.get(row.month) })),
    this_month: {
      ...month,
      total: (rows.at(-1)?.total ?? 0) / 100,
      previous: { ...previous, total: sums.previous / 100 },
    },
    habits: tipHabits(habits, sums),
    goal,
    diary: { from, days: diary.map(({ tips, cash, ...day }) => ({ ...day, cash: cash && cash / 100 })) },
  }
}

function toIds(employees: readonly { id: string }[]): string[] {
  return employees.map(({ id }) => id)
}
