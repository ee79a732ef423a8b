import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../db/connect.ts'

/** The stored goal. Its progress is computed. */
export const StoredGoal = z.object({ name: z.string(), amount: z.int(), since: z.string() })
export type StoredGoal = z.infer<typeof StoredGoal>

export async function getProfileRow(db: Db, userId: string) {
  return await db
    .selectFrom('user_account')
    .select(['first_name', 'last_name', 'about', 'tags', 'phone', 'photo_url', 'goal', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the kopecks of tips, and of the cash in the diary, at all restaurants since the day on which the goal was
 * set. `total` contains `cash`.
 */
export async function readEarnedSince(db: Db, userId: string, since: string): Promise<{ total: number; cash: number }> {
  const { rows } = await sql<{ total: number; cash: number }>`
    select coalesce(sum(earned.amount), 0)::bigint as total, coalesce(sum(earned.cash), 0)::bigint as cash
    from employee e
    join restaurant r on r.id = e.restaurant_id
    cross join lateral (select (${since}::timestamptz at time zone r.time_zone)::date as day) as first
    cross join lateral (
      select amount, 0 as cash from tip_day where employee_id = e.id and day >= first.day
      union all
      select cash, cash from diary_day where employee_id = e.id and day >= first.day
    ) as earned
    where e.user_id = ${userId}`.execute(db)
  return rows[0] as { total: number; cash: number }
}

type Changes = {
  first_name?: string | undefined
  last_name?: string | undefined
  about?: string | undefined
  tags?: string[] | undefined
  photo_url?: string | null | undefined
  goal?: Omit<StoredGoal, 'since'> | null
}

export async function setProfile(db: Db, userId: string, { goal, ...plain }: Changes): Promise<void> {
  const columns = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const changes = { ...columns, ...(goal !== undefined && { goal: goal && goalText(goal) }) }
  if (Object.keys(changes).length === 0) return
  await db.updateTable('user_account').set(changes).where('id', '=', userId).execute()
}

/** Changing the name or the amount continues the goal. A goal without a previous one begins now. */
function goalText(goal: Omit<StoredGoal, 'since'>) {
  const { name, amount } = goal
  return sql`jsonb_build_object('name', ${name}::text, 'amount', ${amount}::int,
    'since', coalesce(goal ->> 'since', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))`
}
