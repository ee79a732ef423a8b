import { randomInt } from 'node:crypto'
import type { Connection } from '@portal/api/db/connect'
import { hire, openRestaurant, type TestEmployee } from '@portal/api/modules/ledger/testing'
import { bookTips } from '@portal/api/modules/tips/service'
import { tipOf } from '@portal/api/modules/tips/testing'

const EMPLOYEES = 200
const BATCH = 200

/** Books tips in the order in which many restaurants send them. Returns the bytes of all tables and indexes for each. */
export async function bytesOfOperation({ db, pool }: Connection, operations: number): Promise<number> {
  const restaurant = await openRestaurant(db)
  const employees: TestEmployee[] = []
  for (let n = 0; n < EMPLOYEES; n += 1) employees.push(await hire(db, restaurant))
  const before = await bytesOfTables(pool)
  for (let booked = 0; booked < operations; booked += BATCH) {
    await bookTips(
      db,
      Array.from({ length: BATCH }, () => {
        const employee = employees[randomInt(EMPLOYEES)] as TestEmployee
        return tipOf(employee, 100 + randomInt(900), { paid_at: new Date().toISOString(), rating: 5 })
      }),
    )
  }
  return ((await bytesOfTables(pool)) - before) / operations
}

/** What grows with operations: counters and balances are as many as employees. */
async function bytesOfTables(pool: Connection['pool']): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`
    select sum(pg_table_size(oid) + pg_indexes_size(oid))::bigint as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname ~ '^(operation|tip|ledger_ref|ledger_transfer.*|ledger_entry.*)$'`)
  return rows[0]?.bytes ?? 0
}
