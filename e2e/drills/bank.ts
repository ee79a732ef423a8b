import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { type Order, prepareOrder, sendOrder } from './orders.ts'
import { type DrillPortal, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const HANGING_ORDERS = 60
const MEASURED_ORDERS = 5
/** The sandbox settles after two seconds. */
const MAX_MEDIAN_MS = 4_000
const POLL_INTERVAL_MS = 50

/** Sends orders to a bank that never responds, and measures how long payouts to another bank take meanwhile. */
export const bank: Drill = async (running) => {
  const portal = await startPortal(running)
  const alone = await medianOfPayouts(portal)
  say(`alone: ${alone} ms`)
  const hanging = await prepareMany(portal, HANGING_ORDERS, { last4: '0003' })
  for (const order of hanging) await send(portal, order)
  const meanwhile = await medianOfPayouts(portal)
  return {
    figure: `a payout settles in ${alone} ms, and in ${meanwhile} ms while ${HANGING_ORDERS} wait for a bank that does not respond`,
    holds: meanwhile <= MAX_MEDIAN_MS,
  }
}

async function prepareMany(portal: DrillPortal, count: number, card = {}): Promise<Order[]> {
  const orders: Order[] = []
  for (let n = 0; n < count; n += 1) orders.push(await prepareOrder(portal, card))
  return orders
}

/** Milliseconds from the response to the order until it is paid, of orders that come one after the other. */
async function medianOfPayouts(portal: DrillPortal): Promise<number> {
  const durations: number[] = []
  for (const order of await prepareMany(portal, MEASURED_ORDERS)) {
    const id = await send(portal, order)
    const start = performance.now()
    while (!(await isPaid(portal, id))) await delay(POLL_INTERVAL_MS)
    durations.push(Math.round(performance.now() - start))
  }
  return percentile(durations, 0.5)
}

async function send(portal: DrillPortal, order: Order): Promise<string> {
  const response = await sendOrder(portal, order)
  if (response.status !== 201) throw new Error(`An order is ${response.status}: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return id
}

async function isPaid({ database }: DrillPortal, id: string): Promise<boolean> {
  const { rowCount } = await database.query(`select from payout where id = $1 and status = 'succeeded'`, [id])
  return rowCount === 1
}
