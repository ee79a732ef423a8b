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

/** Returns the kopecks of tips at all restaurants since the day on which the goal was set. */
export async function readEarnedSince(db: Db, userId: string, since: string): Promise<number> {
  const { total } = await db
    .selectFrom('tip_day as t')
    .innerJoin('employee as e', 'e.id', 't.employee_id')
    .innerJoin('restaurant as r', 'r.id', 'e.restaurant_id')
    .select(sql<number>`coalesce(sum(t.amount), 0)::bigint`.as('total'))
    .where('e.user_id', '=', userId)
    .where(sql<boolean>`t.day >= (${since}::timestamptz at time zone r.time_zone)::date`)
    .executeTakeFirstOrThrow()
  return total
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
