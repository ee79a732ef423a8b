import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A user's balance at one restaurant, in kopecks. `tips` and `tip_count` cover the last 90 days. */
export type RestaurantBalance = {
  restaurant_id: string
  balance: number
  pending: number
  debt: number
  updated_at: Date
  tips: number
  tip_count: number
}

/** Reads a row for each restaurant where the user works or has worked. */
export async function readBalances(db: Db, userId: string): Promise<RestaurantBalance[]> {
  const { rows } = await sql<RestaurantBalance>`
    select e.restaurant_id, accounts.*, days.*
    from employee e
    cross join lateral (
      select coalesce(sum(balance) filter (where kind = 'wallet'), 0)::bigint as balance,
        coalesce(sum(balance) filter (where kind = 'uncleared'), 0)::bigint as pending,
        coalesce(-sum(balance) filter (where kind = 'debt'), 0)::bigint as debt,
        max(updated_at) as updated_at
      from ledger_account
      where employee_id = e.id
    ) as accounts
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as tips, coalesce(sum(count), 0)::bigint as tip_count
      from tip_day
      where employee_id = e.id and day > current_date - 90
    ) as days
    where e.user_id = ${userId} and accounts.updated_at is not null`.execute(db)
  return rows
}
