import type { Db } from '../../db/connect.ts'
import { averageTip } from '../tips/average.ts'

/** Kopecks. */
export type RestaurantBalance = { balance: number; pending: number; avg_sum: number; updated_at: Date }

/** What the user has at each restaurant where the user is not disabled, by the restaurant's id. */
export async function balancesByRestaurant(db: Db, userId: string): Promise<Map<string, RestaurantBalance>> {
  const accounts = await db
    .selectFrom('employee as e')
    .innerJoin('ledger_account as a', 'a.employee_id', 'e.id')
    .select(['e.id', 'e.restaurant_id', 'a.kind', 'a.balance', 'a.updated_at'])
    .where('e.user_id', '=', userId)
    .where('e.disabled_at', 'is', null)
    .execute()
  const average = await averageTip(db, [...new Set(accounts.map(({ id }) => id))])
  const balances = new Map<string, RestaurantBalance>()
  for (const { id, restaurant_id, kind, balance, updated_at } of accounts) {
    const known = balances.get(restaurant_id) ?? { balance: 0, pending: 0, avg_sum: average.get(id) ?? 0, updated_at }
    balances.set(restaurant_id, {
      ...known,
      ...(kind === 'wallet' ? { balance } : { pending: balance }),
      updated_at: new Date(Math.max(+updated_at, +known.updated_at)),
    })
  }
  return balances
}
