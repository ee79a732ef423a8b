import type { Balance } from '@portal/shared/contracts/balance'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { balancesByRestaurant, type RestaurantBalance } from '../ledger/balance.ts'

export async function balanceByRestaurant(db: Db, userId: string): Promise<Map<string, Balance>> {
  const balances = await balancesByRestaurant(db, userId)
  return new Map([...balances].map(([restId, balance]) => [restId, toBalance(balance)]))
}

export async function totalBalance(db: Db, userId: string): Promise<Balance> {
  const balances = [...(await balancesByRestaurant(db, userId)).values()]
  const sum = (of: 'balance' | 'pending') => balances.reduce((total, one) => total + one[of], 0)
  return toBalance({
    balance: sum('balance'),
    pending: sum('pending'),
    avg_sum: await averageTipOfUser(db, userId),
    updated_at: new Date(Math.max(0, ...balances.map(({ updated_at }) => +updated_at))),
  })
}

/** Of the last 90 days, over all restaurants: not the average of their averages. */
async function averageTipOfUser(db: Db, userId: string): Promise<number> {
  const { average } = await db
    .selectFrom('tip_day as t')
    .innerJoin('employee as e', 'e.id', 't.employee_id')
    .select(sql<number>`coalesce(round(sum(t.amount) / sum(t.count)), 0)::bigint`.as('average'))
    .where('e.user_id', '=', userId)
    .where('t.day', '>', sql<string>`current_date - 90`)
    .executeTakeFirstOrThrow()
  return average
}

function toBalance({ balance, pending, avg_sum, updated_at }: RestaurantBalance): Balance {
  return {
    balance: balance / 100,
    pending: pending / 100,
    avg_sum: avg_sum / 100,
    updated_at: updated_at.toISOString(),
  }
}
