import type { DayRange } from '@portal/contracts/day'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * An employee of the user, also a former one, with today's date at the restaurant. `first_day`: of tips. `first_shown`:
 * of tips or of the diary.
 */
export type TrendEmployee = {
  id: string
  restaurant_id: string
  today: string
  first_day: string | null
  first_shown: string | null
}

export async function readTrendEmployees(db: Db, userId: string, now: Date): Promise<TrendEmployee[]> {
  const { rows } = await sql<TrendEmployee>`
    select e.id, e.restaurant_id, (${now}::timestamptz at time zone r.time_zone)::date as today,
      first.day as first_day,
      least(first.day, (select min(day) from diary_day where employee_id = e.id)) as first_shown
    from employee e
    join restaurant r on r.id = e.restaurant_id
    left join lateral (
      select day from tip_day where employee_id = e.id and count > 0 order by day limit 1
    ) as first on true
    where e.user_id = ${userId}`.execute(db)
  return rows
}

type Total = { total: number; days: number }

/** Sums in kopecks. `days` counts days with tips. Months, weekdays and hours without tips have no row. */
export type TipSums = {
  months: ({ month: string; count: number } & Total)[]
  weekdays: ({ weekday: number } & Total)[]
  hours: ({ hour: number } & Total)[]
  /** The sum of the previous month up to the current day of the month. */
  previous: number
}

/**
 * `since`: the first day of the months. `habits`: the days of weekdays and hours. `previous`: days of the last month.
 */
type Ranges = { since: string; habits: DayRange; previous: DayRange }

/** Reads the stored sums of days and hours, so the number of tips does not matter. */
export async function sumTips(
  db: Db,
  employeeIds: readonly string[],
  { since, habits, previous }: Ranges,
): Promise<TipSums> {
  const { rows } = await sql<TipSums>`
    with day as materialized (
      select day, sum(amount) as amount, sum(count) as count
      from tip_day where employee_id = any(${employeeIds}::uuid[]) and day >= ${since} group by day
    ), hour as (
      select hour, day, sum(amount) as amount, sum(count) as count
      from tip_hour
      where employee_id = any(${employeeIds}::uuid[]) and day between ${habits.from} and ${habits.to}
      group by hour, day
    )
    select
      (select coalesce(jsonb_agg(m), '[]') from (
        select to_char(day, 'YYYY-MM') as month, sum(amount) as total, sum(count) as count,
          count(*) filter (where count > 0) as days
        from day group by 1
      ) as m) as months,
      (select coalesce(jsonb_agg(w), '[]') from (
        select extract(isodow from day) as weekday, sum(amount) as total, count(*) filter (where count > 0) as days
        from day where day between ${habits.from} and ${habits.to} group by 1
      ) as w) as weekdays,
      (select coalesce(jsonb_agg(h), '[]') from (
        select hour, sum(amount) as total, count(*) filter (where count > 0) as days from hour group by 1
      ) as h) as hours,
      (select coalesce(sum(amount), 0)::bigint from day where day between ${previous.from} and ${previous.to}) as previous`.execute(
    db,
  )
  return rows[0] as TipSums
}

/** Returns the kopecks of tips and of cash on these days. */
export async function readTotal(db: Db, employeeIds: readonly string[], { from, to }: DayRange): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total
    from (
      select employee_id, day, amount from tip_day
      union all
      select employee_id, day, cash from diary_day
    ) as earned
    where employee_id = any(${employeeIds}::uuid[]) and day between ${from} and ${to}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A day of the diary, with its cash and its tips in kopecks. */
export type WrittenDay = { rest_id: string; day: string; hours: number | null; cash: number | null; tips: number }

export async function readDiary(db: Db, employeeIds: readonly string[], from: string): Promise<WrittenDay[]> {
  const { rows } = await sql<WrittenDay>`
    select e.restaurant_id as rest_id, d.day, d.hours, d.cash, coalesce(t.amount, 0) as tips
    from diary_day d
    join employee e on e.id = d.employee_id
    left join tip_day t on t.employee_id = d.employee_id and t.day = d.day
    where d.employee_id = any(${employeeIds}::uuid[]) and d.day >= ${from}
    order by d.day, e.created_at, e.id`.execute(db)
  return rows
}

type ChangedDiaryDay = { employee_id: string; day: string; hours?: number | null; cash?: number | null }

/** Call it with the user locked, so that the day does not change meanwhile. */
export async function setDiaryDay(trx: Db, { employee_id, day, ...changed }: ChangedDiaryDay): Promise<void> {
  const written = await trx
    .selectFrom('diary_day')
    .select(['hours', 'cash'])
    .where('employee_id', '=', employee_id)
    .where('day', '=', day)
    .executeTakeFirst()
  const { hours, cash } = { hours: null, cash: null, ...written, ...changed }
  if (hours === null && cash === null) {
    await trx.deleteFrom('diary_day').where('employee_id', '=', employee_id).where('day', '=', day).execute()
    return
  }
  await trx
    .insertInto('diary_day')
    .values({ employee_id, day, hours, cash })
    .onConflict((conflict) => conflict.columns(['employee_id', 'day']).doUpdateSet({ hours, cash }))
    .execute()
}
