import type pg from 'pg'
import type { Db } from '../../../db/connect.ts'
import { type LedgerTransfer, lockWallets, type Wallet } from '../ledger.ts'
import { earn, hire, openRestaurant, type TestEmployee } from './test-ledger.ts'

/** The error of the ledger for a transfer that no row allows. */
export const forbidden = { code: 'P0L02' }

type Team = { anna: TestEmployee; boris: TestEmployee; outsider: TestEmployee; wallets: Map<string, Wallet> }

/** Hires a default employee, a colleague, and the default employee of another restaurant, who have 1,000 ₽ each. */
export async function hireTeam(db: Db): Promise<Team> {
  const restaurant = await openRestaurant(db)
  const anna = await hire(db, restaurant, { isDefault: true })
  const boris = await hire(db, restaurant)
  const outsider = await hire(db, await openRestaurant(db), { isDefault: true })
  for (const each of [anna, boris, outsider]) await earn(db, each, 1_000)
  return { anna, boris, outsider, wallets: await lockWallets(db, [anna.id, boris.id, outsider.id]) }
}

/** Posts transfers by one statement, as an attacker with a connection of the application could. */
export async function post(client: Pick<pg.Pool, 'query'>, transfers: readonly LedgerTransfer[]): Promise<void> {
  await client.query('select post_transfers($1)', [JSON.stringify(transfers)])
}

/** Posts transfers by two concurrent connections; the first one commits. @throws the error of the second one */
export async function postAtOnce(pool: pg.Pool, first: LedgerTransfer, second: LedgerTransfer): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    await one.query('begin')
    await post(one, [first])
    const late = post(other, [second]).catch((error: unknown) => error)
    await one.query('commit')
    const error = await late
    if (error) throw error
  } finally {
    for (const client of [one, other]) client.release()
  }
}

/** `payout:<id>:<step>`, under which the step of an order is posted once. */
export function payoutRef(step: string, id: string): string {
  return `payout:${id}:${step}`
}
