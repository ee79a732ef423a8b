import { readFile } from 'node:fs/promises'
import { connect } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { readUserBalances } from '@portal/api/money/balance/service'
import { hire, openRestaurant, type TestEmployee } from '@portal/api/money/ledger/testing/test-ledger'
import { listUserOperations } from '@portal/api/money/operations/service'
import { bookTips } from '@portal/api/money/tips/service'
import { newTip } from '@portal/api/money/tips/testing/test-tips'
import { withdraw } from '@portal/api/payouts/testing/withdrawals'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import type pg from 'pg'

const CLIENTS = 8
const EMPLOYEES = 400
const SECONDS = 8
const BATCH = 100
/** The clock of /proc has this many ticks a second on every Linux. */
const TICKS_PER_SECOND = 100

/**
 * Measures what one PostgreSQL carries, without HTTP: actions a second of 8 clients, the processor time of all its
 * processes for one action, and the actions that one core carries by that.
 */
export async function primary(running: Running): Promise<void> {
  const { started } = running
  const server = started(await startEmbedded(await temporaryFolder(running, 'bench'), { shared_buffers: '512MB' }))
  await migrate(server.url)
  const { db, pool, close } = connect(server.url, { max: CLIENTS })
  started({ stop: close })
  const employees: TestEmployee[] = []
  for (let n = 0; n < EMPLOYEES; n += 1) {
    if (n % 10 === 0) employees.push(await hire(db, await openRestaurant(db)))
    else employees.push(await hire(db, { id: employees.at(-1)?.restaurantId ?? '', bank: 'Т-Банк' }))
  }
  let next = 0
  const employee = () => employees[next++ % EMPLOYEES] as TestEmployee
  const tip = () => newTip(employee(), 500, { paid_at: new Date().toISOString() })

  const measure = async (name: string, work: () => Promise<unknown>, perCall = 1) => {
    const before = await totalProcessorMs(pool)
    const end = performance.now() + SECONDS * 1_000
    let done = 0
    const client = async () => {
      while (performance.now() < end) {
        await work()
        done += perCall
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    const ms = ((await totalProcessorMs(pool)) - before) / done
    const rate = (done / SECONDS).toFixed(0).padStart(6)
    say(`${name.padEnd(40)} ${rate} a second, ${ms.toFixed(3)} ms of PostgreSQL, ${(1_000 / ms).toFixed(0)} by core`)
  }
  await measure(`tips in batches of ${BATCH}`, () => bookTips(db, Array.from({ length: BATCH }, tip)), BATCH)
  await measure('one tip', () => bookTips(db, [tip()]))
  await measure('a page of operations', () => listUserOperations(db, employee().userId, { page: 2 }))
  await measure('a balance', () => readUserBalances(db, employee().userId))
  await measure('an order, with its card and code', () => withdraw(db, employee(), 100))
}

/** Milliseconds of processor time of all processes of the server that are there now. */
async function totalProcessorMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  // Some end meanwhile.
  const times = await Promise.all(rows.map(({ pid }) => processorMs(pid).catch(() => 0)))
  return times.reduce((sum, time) => sum + time, 0)
}

/** Returns the milliseconds of processor time that a process has taken. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The fields follow the name of the program, which may contain blanks. The first of them is the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = fields.slice(11)
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1_000
}
