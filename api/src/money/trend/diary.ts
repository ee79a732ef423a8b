import { dayIn } from '@portal/contracts/calendar'
import type { BodyOf } from '@portal/contracts/endpoint'
import { toKopecks } from '@portal/contracts/money'
import type { saveDiaryDay as contract, TipsTrend } from '@portal/contracts/trend'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { firstTrendDay } from './days.ts'
import { setDiaryDay, type WrittenDay } from './repository.ts'

/**
 * Replaces what the user's diary has about a day at a restaurant. What is absent stays.
 * @throws Problem 404 for a restaurant where the user never worked, 403 `account_disabled`, 422 `day_out_of_range`
 */
export async function saveDiaryDay(
  db: Db,
  userId: string,
  { rest_id, day, hours, cash }: BodyOf<typeof contract>,
  now = new Date(),
): Promise<void> {
  const { id, time_zone } = await findOwnEmployee(db, userId, rest_id)
  const today = dayIn(time_zone, now)
  if (day > today || day < firstTrendDay(today)) {
    throw new Problem(422, 'day_out_of_range', { errors: { day: ['day_out_of_range'] } })
  }
  await db.transaction().execute(async (trx) => {
    // The account may have been deleted meanwhile, and must not get a diary again.
    await lockEnabledUser(trx, userId)
    await setDiaryDay(trx, {
      employee_id: id,
      day,
      ...(hours !== undefined && { hours: hours || null }),
      ...(cash !== undefined && { cash: toKopecks(cash ?? 0) || null }),
    })
  })
}

type DiaryMonth = NonNullable<TipsTrend['months'][number]['diary']>

/** Sums the days by month: `2026-11` → its hours, cash and tips of an hour. */
export function diaryMonths(days: readonly WrittenDay[]): Map<string, DiaryMonth> {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7))
  return new Map([...months].map(([month, written]) => [month, toMonth(written)]))
}

function toMonth(days: readonly WrittenDay[]): DiaryMonth {
  const worked = days.filter(({ hours }) => hours !== null)
  const hours = sum(worked.map((day) => day.hours ?? 0))
  const earned = sum(worked.map(({ tips, cash }) => tips + (cash ?? 0)))
  return {
    hours,
    cash: sum(days.map(({ cash }) => cash ?? 0)) / 100,
    per_hour: hours === 0 ? null : Math.round(earned / hours) / 100,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
