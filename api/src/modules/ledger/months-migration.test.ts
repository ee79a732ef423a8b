import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { migrateBefore } from '../../db/migrate-before.ts'
import { emptyDatabase } from '../../db/testing.ts'
import { findOwnEmployee } from '../employees/find-employee.ts'
import { settle } from '../payouts/delivery/settle.ts'
import { bookOrder } from '../payouts/order/book-order.ts'
import { fees } from '../payouts/order/limits.ts'
import { requestPayout } from '../payouts/service.ts'
import { sharingOrder } from '../payouts/sharing/testing.ts'
import { codeFor, settings, signedIn } from '../payouts/testing.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { tipOf } from '../tips/testing.ts'
import { checkLedger } from './check-ledger.ts'
import { checkDrift } from './drift/check-drift.ts'
import { lockWallets } from './ledger.ts'
import { addCard, balanceOf, hire, openRestaurant, type TestEmployee } from './testing.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let connection: Connection
let anna: TestEmployee

beforeEach(async () => {
  database = await emptyDatabase()
  await migrateBefore(database.url, '0055')
  // This version adds operations without numbers, which the version of that time could not.
  const owner = connect(database.url)
  await sql`alter table operation alter employee_seq drop not null, alter user_seq drop not null`.execute(owner.db)
  await owner.close()
  connection = connect(database.applicationUrl)
  anna = await hire(connection.db, await openRestaurant(connection.db), { isDefault: true })
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

test('what was posted before the months goes on after them, and is never posted twice', async () => {
  const { db, pool } = connection
  const [completed, pending] = [tipOf(anna, 1_000), tipOf(anna, 500, { status: 'pending' })]
  await bookTips(db, [completed, pending])
  const open = await withdrawBefore(300_00)
  await migrate(database.url)

  expect(await bookTips(db, [completed])).toEqual({ booked: 0, repeated: 1 })
  const { rows } = await pool.query<{ ref: string; debit: number; credit: number }>(
    'select ref, debit_account as debit, credit_account as credit from ledger_transfer where ref = $1',
    [`tip:${completed.external_id}`],
  )
  const again = (amount: number) =>
    pool.query('select post_transfers($1)', [JSON.stringify([{ ...rows[0], kind: 'tip', amount }])])
  await again(1_000_00)
  await expect(again(2_000_00)).rejects.toThrow('was used for another transfer')

  await settle(db, open, { status: 'paid', rrn: '123456789012' })
  await bookTips(db, [{ ...pending, status: 'completed' }])
  await adjustTips(db, [{ external_id: randomUUID(), tip: completed.external_id, kind: 'chargeback', change: -100 }])
  const colleagues = [await hire(db, restaurantOf(anna)), await hire(db, restaurantOf(anna))]
  const order = sharingOrder(anna.restaurantId, 50, colleagues)
  const code = await codeFor(db, anna, order)
  await requestPayout({ db, settings }, signedIn(anna), randomUUID(), { ...order, code })

  expect(await balanceOf(db, anna)).toBe(1_050_00)
  expect((await checkLedger(db)).differences).toEqual([])
  expect(await partitions()).toEqual(['initial', 'month'])
  await expect.poll(async () => (await checkDrift(db))?.differences).toEqual([])
})

test('the migration waits for an order that is under way, and a tip that comes meanwhile is posted', async () => {
  const { db } = connection
  const locked = Promise.withResolvers<void>()
  const isSeen = Promise.withResolvers<void>()
  const order = db.transaction().execute(async (trx) => {
    await lockWallets(trx, [anna.id])
    locked.resolve()
    await isSeen.promise
  })
  await locked.promise
  const migration = migrate(database.url)
  await expect.poll(isMigrationWaiting, { timeout: 20_000, interval: 20 }).toBe(true)
  const tip = bookTips(db, [tipOf(anna, 200)])
  isSeen.resolve()
  await Promise.all([order, tip, migration])
  expect(await balanceOf(db, anna)).toBe(200_00)
  expect((await checkLedger(db)).differences).toEqual([])
})

async function isMigrationWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks
    where relation = 'ledger_account'::regclass and mode = 'AccessExclusiveLock' and not granted`.execute(connection.db)
  return rows.length > 0
}

/** Books only what moves money: the checks of an order read columns that later migrations add. Kopecks. Returns the payout's id. */
async function withdrawBefore(amount: number): Promise<string> {
  const { db } = connection
  const bindingId = await addCard(db, anna)
  const payer = await findOwnEmployee(db, anna.userId, anna.restaurantId)
  const destination = { type: 'card', title: 'МИР •••• 1234', named: 'МИР •••• 1234' } as const
  const terms = { fee: 15_00, restaurantFee: 0, feeTerms: fees.card, comment: null }
  return await db.transaction().execute(async (trx) => {
    const wallets = await lockWallets(trx, [anna.id])
    return await bookOrder(trx, { kind: 'payout', payer, amount, bindingId, destination, ...terms }, wallets)
  })
}

const restaurantOf = ({ restaurantId, bank }: TestEmployee) => ({ id: restaurantId, bank })

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ partition: string }>`
    select distinct case tableoid::regclass::text when 'ledger_transfer_initial' then 'initial' else 'month' end as partition
    from ledger_transfer order by 1`.execute(connection.db)
  return rows.map(({ partition }) => partition)
}
