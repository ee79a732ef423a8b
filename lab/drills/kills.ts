import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { countWrongOrders } from './acknowledged.ts'
import { killDuringOrders, type Order, prepareOrder } from './orders.ts'
import { countPasswordNotices, preparePasswordChanges } from './password-changes.ts'
import { startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const ORDERS_PER_ROUND = 6
const PASSWORDS_PER_ROUND = 3
/** The maximum time between the orders and the kill. */
const MAX_DELAY_MS = 120
const MAX_HASHING_MS = 600

/**
 * Kills the portal with `kill -9` during orders and changes of passwords, again and again: each order is retried under
 * its key, and is paid once; each change that was made is reported to the phone.
 */
export const kills: Drill = async (running) => {
  const portal = await startPortal(running)
  const orders: Order[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const fresh = await Promise.all(Array.from({ length: ORDERS_PER_ROUND }, () => prepareOrder(portal)))
    const changePasswords = await preparePasswordChanges(portal, PASSWORDS_PER_ROUND)
    changePasswords()
    // Hashing takes longer than an order.
    await delay(randomInt(MAX_HASHING_MS))
    await killDuringOrders(portal, fresh, MAX_DELAY_MS)
    orders.push(...fresh)
    say(`kill ${round} of ${ROUNDS}`)
  }
  const wrong = await countWrongOrders(portal.database, orders)
  const { rowCount } = await portal.database.query('select from ledger_discrepancy')
  const { changed, lost, repeated } = await countPasswordNotices(portal.database)
  return {
    figure: `${ROUNDS} kills, ${orders.length} orders, ${wrong} not paid exactly once, ${rowCount} discrepancies of the ledger; ${changed} changed passwords, ${lost} messages about them lost, ${repeated} sent again`,
    holds: wrong === 0 && rowCount === 0 && changed > 0 && lost === 0,
  }
}
