import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import type pg from 'pg'
import { type Order, orderRubles, prepareOrder, sendOrder, tipRubles } from './orders.ts'
import { startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const ordersOfRound = 6
/** Kills the portal with `kill -9` during orders, again and again: each order is retried under its key, and is paid once. */
export const kills: Drill = async (running) => {
  const portal = await startPortal(running)
  const orders: Order[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const fresh = await Promise.all(Array.from({ length: ordersOfRound }, () => prepareOrder(portal)))
    const responses = fresh.map((order) => sendOrder(portal, order).catch(() => undefined))
    await delay(randomInt(0, 120))
    await portal.end('SIGKILL')
    await Promise.all(responses)
    await portal.start()
    for (const order of fresh) {
      const response = await sendOrder(portal, order)
      if (response.status !== 201) throw new Error(`An order is ${response.status}: ${await response.text()}`)
    }
    orders.push(...fresh)
    say(`kill ${round} of ${rounds}`)
  }
  const wrong = await wrongOrders(portal.database, orders)
  const { rowCount } = await portal.database.query('select from ledger_discrepancy')
  return {
    figure: `${rounds} kills, ${orders.length} orders, ${wrong} not paid exactly once, ${rowCount} discrepancies of the ledger`,
    holds: wrong === 0 && rowCount === 0,
  }
}

/** Waits until no order is in progress, and counts those whose money did not reach the bank exactly once. */
async function wrongOrders(database: pg.Pool, orders: readonly Order[]): Promise<number> {
  const users = orders.map(({ userId }) => userId)
  const open = `select from payout where user_id = any($1) and status in ('pending', 'processing')`
  while ((await database.query(open, [users])).rowCount) await delay(500)
  const { rowCount } = await database.query(
    `select from unnest($1::uuid[]) as u (id)
     where (select count(*) from sandbox.bank_payment b join payout p on p.id = b.payout_id where p.user_id = u.id) <> 1
        or (select a.balance from ledger_account a join employee e on e.id = a.employee_id
            where e.user_id = u.id and a.kind = 'wallet') <> $2`,
    [users, (tipRubles - orderRubles) * 100],
  )
  return rowCount ?? 0
}
