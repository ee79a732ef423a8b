import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { List } from '../operations/repository.ts'
import { matches, type ReviewSearch } from '../operations/search.ts'

/** Counts the reviews up to the newest operation of a list: those of all days, without those that came later. */
export async function countReviews(
  db: Db,
  { id, newest }: Pick<List, 'id' | 'newest'>,
  search: ReviewSearch,
): Promise<number> {
  if (newest === undefined) return 0
  const { rows } = await sql<{ count: number }>`
    select (
      select coalesce(sum(${search.isCommented ? sql`commented` : sql`count`}), 0) from review_day
      where employee_id = ${id} and stars between ${search.stars ?? 0} and ${search.stars ?? 5}
    ) - (
      select count(*) from operation where employee_id = ${id} and family = 'tip' and ${matches(search)}
        and (created_at, id) > (select created_at, id from operation where id = ${newest})
    ) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** `month` is `2026-11`. `stars` is 0 for texts without a rating. */
export type MonthCount = { month: string; stars: number; count: number; commented: number }

/** Reads at least one row for each month until today, oldest first. */
export async function readRatingsByMonth(
  db: Db,
  employeeId: string,
  { today, months }: { today: string; months: number },
): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(d.stars, 0)::int as stars, coalesce(sum(d.count), 0)::int as count,
      coalesce(sum(d.commented), 0)::int as commented
    from generate_series(date_trunc('month', ${today}::date::timestamp) - (${months}::int - 1) * interval '1 month',
      date_trunc('month', ${today}::date::timestamp), '1 month') as m(month)
    left join review_day d on d.employee_id = ${employeeId}
      and d.day >= m.month::date and d.day < (m.month + interval '1 month')::date
    group by m.month, d.stars order by m.month, d.stars`.execute(db)
  return rows
}
