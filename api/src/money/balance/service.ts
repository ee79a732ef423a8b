import type { Balance } from '@portal/contracts/balance'
import type { Db } from '../../db/connect.ts'
import { type RestaurantBalance, readBalances } from './repository.ts'

/**
 * Returns the balance at each restaurant where the user works or has worked, by the restaurant's id, and their total.
 * The average tip of the total is the average of all tips, not of the restaurants' averages.
 */
export async function readUserBalances(
  db: Db,
  userId: string,
): Promise<{ total: Balance; byRestaurant: Map<string, Balance> }> {
  const rows = await readBalances(db, userId)
  const changes = rows.map(({ updated_at }) => +updated_at)
  return {
    total: toBalance({
      balance: sum(rows, 'balance'),
      pending: sum(rows, 'pending'),
      debt: sum(rows, 'debt'),
      tips: sum(rows, 'tips'),
      tip_count: sum(rows, 'tip_count'),
      updated_at: new Date(changes.length > 0 ? Math.max(...changes) : Date.now()),
    }),
    byRestaurant: new Map(rows.map((row) => [row.restaurant_id, toBalance(row)])),
  }
}

function sum(
  rows: readonly RestaurantBalance[],
  column: 'balance' | 'pending' | 'debt' | 'tips' | 'tip_count',
): number {
  return rows.reduce((total, row) => total + row[column], 0)
}

function toBalance({
  balance,
  pending,
  debt,
  tips,
  tip_count,
  updated_at,
}: Omit<RestaurantBalance, 'restaurant_id'>): Balance {
  return {
    balance: balance / 100,
    pending: pending / 100,
    ...(debt > 0 && { debt: debt / 100 }),
    avg_sum: tip_count === 0 ? 0 : Math.round(tips / tip_count) / 100,
    updated_at: updated_at.toISOString(),
  }
}
