import { say } from '@portal/command/command'
import type pg from 'pg'
import { killDuringOrders, type Order, orderRubles, prepareOrder, tipRubles, untilFinished } from './orders.ts'
import { startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const ORDERS_OF_ROUND = 6
/** Of a kill after the orders are sent. */
const MAX_DELAY_MS = 120

/** Kills the portal with `kill -9` during orders, again and again: each order is retried under its key, and is paid once. */
export const kills: Drill = async (running) => {
  const portal = await startPortal(running)
  const orders: Order[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const fresh = await Promise.all(Array.from({ length: ORDERS_OF_ROUND }, () => prepareOrder(portal)))
    await killDuringOrders(portal, fresh, MAX_DELAY_MS)
    orders.push(...fresh)
    say(`kill ${round} of ${ROUNDS}`)
  }
  const wrong = await wrongOrders(portal.database, orders)
  const { rowCount } = await portal.database.query('select from ledger_discrepancy')
  return {
    figure: `${ROUNDS} kills, ${orders.length} orders, ${wrong} not paid exactly once, ${rowCount} discrepancies of the ledger`,
    holds: wrong === 0 && rowCount === 0,
  }
}

/** Waits until no order is in progress, and counts those whose money did not reach the bank exactly once. */
async function wrongOrders(database: pg.Pool, orders: readonly Order[]): Promise<number> {
  const users = await untilFinished(database, orders)
  const { rowCount } = await database.query(
    `select from unnest($1::uuid[]) as u (id)
     where (select count(*) from sandbox.bank_payment b join payout p on p.id = b.payout_id where p.user_id = u.id) <> 1
        or (select a.balance from ledger_account a join employee e on e.id = a.employee_id
            where e.user_id = u.id and a.kind = 'wallet') <> $2`,
    [users, (tipRubles - orderRubles) * 100],
  )
  return rowCount ?? 0
}
