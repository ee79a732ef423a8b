import { randomInt } from 'node:crypto'
import { type Fault, startYookassaDouble, type YookassaDouble } from '@portal/api/payouts/bank/yookassa/double/double'
import { say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import type pg from 'pg'
import { yookassaSettings } from '../../e2e/fixtures/portal-process.ts'
import { EARNED_RUBLES, killDuringOrders, ORDER_RUBLES, type Order, prepareOrder, untilFinished } from './orders.ts'
import { startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = 20
const ORDERS_PER_ROUND = 12
/** The maximum time between the orders and the kill. */
const MAX_DELAY_MS = 600
/** How many of a hundred calls fail at the provider or in the network. */
const FAULT_PERCENT = 40
const faults: readonly Fault[] = [
  'lost_request',
  'lost_response',
  'error',
  'error_after',
  'timeout',
  'processing',
  'too_many',
]

/**
 * Kills the portal with `kill -9` during orders to ЮKassa's double, of whose calls four in ten fail, which loses,
 * repeats and delays notifications, and whose search lags. Each order is paid once or declined once,
 * and its money is where it belongs.
 */
export const yookassa: Drill = async (running) => {
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const port = await freePort()
  const double = running.started(
    await startYookassaDouble({
      settlesAfterMs: 300,
      searchLagMs: 2_000,
      notifications: { url: `http://127.0.0.1:${port}/api/v1/banks/yookassa/notifications`, times: 2, delayMs: 200 },
      fault() {
        if (randomInt(100) >= FAULT_PERCENT) return undefined
        const fault = faults[randomInt(faults.length)]
        count(fault ?? '')
        return fault
      },
    }),
  )
  const portal = await startPortal(running, {
    port,
    env: { ...yookassaSettings(double), BANK_TIMEOUT_SECONDS: '1' },
  })
  const orders: Order[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Phones whose bank declines are a quarter.
    const prepare = (index: number) => prepareOrder(portal, { sbp: index % 4 === 0 ? '02' : '11' })
    const fresh = await Promise.all(Array.from({ length: ORDERS_PER_ROUND }, (_, index) => prepare(index)))
    await killDuringOrders(portal, fresh, MAX_DELAY_MS)
    count('kill')
    orders.push(...fresh)
    say(`kill ${round} of ${ROUNDS}`)
  }
  double.setFault(undefined)
  const result = await countResults(portal.database, double, orders)
  const { rowCount } = await portal.database.query('select from ledger_discrepancy')
  const lost = [...counts.values()].reduce((sum, each) => sum + each, 0)
  const { paid, declined, doubled, missing, wrong } = result
  return {
    figure: `${lost} kills and failed calls (${[...counts].map(([what, times]) => `${what} ${times}`).join(', ')}), ${orders.length} orders: ${paid} paid, ${declined} declined, ${doubled} doubled, ${missing} lost, ${wrong} wrong balances, ${rowCount} discrepancies of the ledger`,
    holds: lost >= 200 && doubled === 0 && missing === 0 && wrong === 0 && rowCount === 0 && paid > 0 && declined > 0,
  }
}

/** Waits until no order is in progress, and compares the provider's payouts with the orders and their wallets. */
async function countResults(database: pg.Pool, double: YookassaDouble, orders: readonly Order[]) {
  const users = await untilFinished(database, orders)
  const { rows } = await database.query<{ id: string; status: string; balance: number }>(
    `select p.id, p.status, a.balance::float8 as balance from payout p
     join ledger_account a on a.employee_id = p.employee_id and a.kind = 'wallet' where p.user_id = any($1)`,
    [users],
  )
  const result = { paid: 0, declined: 0, doubled: 0, missing: orders.length - rows.length, wrong: 0 }
  for (const { id, status, balance } of rows) {
    const payments = double.store
      .all()
      .filter(({ metadata, status }) => metadata?.payout_id === id && status === 'succeeded')
    const isPaid = status === 'succeeded'
    if (isPaid) result.paid += 1
    else result.declined += 1
    if (payments.length > 1) result.doubled += 1
    if (payments.length !== (isPaid ? 1 : 0)) result.missing += 1
    if (balance !== (isPaid ? EARNED_RUBLES - ORDER_RUBLES : EARNED_RUBLES) * 100) result.wrong += 1
  }
  return result
}
