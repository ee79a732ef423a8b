import { randomUUID } from 'node:crypto'
import type { EmployeeLedger, LedgerReport, TrialBalance } from '@portal/contracts/admin/ledger'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../db/connect.ts'
import { seedDemo } from '../../demo/seed.ts'
import { createTestApi, type TestApi } from '../../http/testing/test-api.ts'
import { settle } from '../../payouts/delivery/settle.ts'
import { requestPayout } from '../../payouts/service.ts'
import { sharingOrder } from '../../payouts/sharing/testing/sharing-order.ts'
import { codeFor, settings, signedIn, withdraw } from '../../payouts/testing/withdrawals.ts'
import { createAdminCommand } from '../../testing/admin-command.ts'
import { adjustTips } from '../tips/adjust-tips.ts'
import { bookTips } from '../tips/service.ts'
import { checkLedger } from './check-ledger.ts'
import { earn, hire, openRestaurant, type TestEmployee } from './testing/test-ledger.ts'

let api: TestApi
let admin: Awaited<ReturnType<typeof createAdminCommand>>
/** A connection of the owner, which can bypass the rules of the database. */
let owner: Connection
beforeAll(async () => {
  api = await createTestApi()
  admin = await createAdminCommand(api)
  await seedDemo(api.db, api.settings, { ownerUrl: api.url })
  owner = connect(api.url)
})
afterAll(async () => {
  await owner.close()
  await api.close()
})

/** A card of a bank that never responds, so that the worker decides nothing. */
const silent = { last4: '0003' }

/** An employee with a paid, a declined and an open payout, and with tips that were taken back, also below zero. */
async function openWorld() {
  const { db } = api
  const anna = await hire(db, await openRestaurant(db))
  const tips = [randomUUID(), randomUUID()]
  const tip = { employee_id: anna.id, paid_at: '2026-11-10T12:00:00Z' }
  await bookTips(db, [{ ...tip, external_id: tips[0] ?? '', amount: 1_000, status: 'completed' }])
  await bookTips(db, [{ ...tip, external_id: tips[1] ?? '', amount: 500, status: 'pending' }])
  await adjustTips(db, [{ external_id: randomUUID(), tip: tips[1] ?? '', kind: 'correction', change: -100 }])
  await bookTips(db, [{ ...tip, external_id: tips[1] ?? '', amount: 500, status: 'completed' }])
  const paid = await withdraw(db, anna, 400, silent)
  const declined = await withdraw(db, anna, 300, silent)
  const open = await withdraw(db, anna, 600, silent)
  await settle(db, paid.id, { status: 'paid', rrn: '123456789012' })
  await settle(db, declined.id, { status: 'declined', reason: 'card_invalid' })
  const decision = { payout_id: paid.id, outcome: 'paid', reason: 'Письмо банка', proposed_by: 'olga' } as const
  const closed = { closed_as: 'done', closed_by: 'olga', closed_at: new Date() } as const
  await db
    .insertInto('payout_decision')
    .values({ ...decision, ...closed })
    .execute()
  const adjustment = randomUUID()
  await adjustTips(db, [{ external_id: adjustment, tip: tips[0] ?? '', kind: 'chargeback', change: -800 }])
  return { anna, tips, adjustment, paid: paid.id, declined: declined.id, open: open.id, shared: await shareSum() }
}

/** Returns the id of a sum that was shared by two. */
async function shareSum(): Promise<string> {
  const { db } = api
  const restaurant = await openRestaurant(db)
  const boss = await hire(db, restaurant, { isDefault: true })
  await earn(db, boss, 100)
  const order = sharingOrder(restaurant.id, 50, [await hire(db, restaurant), await hire(db, restaurant)])
  const code = await codeFor(db, boss, order)
  return (await requestPayout({ db, settings }, signedIn(boss), randomUUID(), { ...order, code })).id
}

type World = Awaited<ReturnType<typeof openWorld>>

const readLedger = async ({ id }: TestEmployee, query = ''): Promise<EmployeeLedger> =>
  (await api.operator().get(`/employees/${id}/ledger${query}`)).json()

// spec: 9.58
test('the ledger of the demo adds up, with payouts, debts and corrections of all kinds', async () => {
  await openWorld()
  const report: LedgerReport = (await api.operator().get('/ledger/check')).json()
  expect(report.differences).toEqual([])
  expect(report.checks.map(({ check, differences }) => [check, differences])).toEqual(
    [
      ...['transfers', 'accounts', 'entries', 'payouts', 'shares', 'in_flight', 'tips', 'adjustments', 'operations'],
      'decisions',
    ].map((check) => [check, 0]),
  )
  for (const { check, compared } of report.checks) expect([check, compared > 0]).toEqual([check, true])
  const balance: TrialBalance = (await api.operator().get('/ledger/trial-balance')).json()
  expect(balance.total).toBe(0)
  expect(balance.items.map(({ account }) => account)).toEqual([
    ...['debt', 'uncleared', 'wallet'],
    ...['bank', 'fees', 'payouts_in_flight', 'restaurant_fees', 'tips_clearing'],
  ])
  for (const line of balance.items) expect(line.balance).toBeCloseTo(line.credit - line.debit, 2)
})

describe('a difference is found', () => {
  const breakages: [string, (world: World) => RawBuilder<unknown>, string[]][] = [
    [
      'of a balance from its entries',
      ({ anna }) =>
        sql`update ledger_account set balance = balance + 1 where kind = 'wallet' and employee_id = ${anna.id}`,
      ['accounts', 'operations'],
    ],
    [
      'of an entry from its transfer',
      ({ tips: [tip] }) =>
        sql`update ledger_entry set amount = amount + 1 where amount > 0 and transfer_id = (select id from ledger_transfer where ref = ${`tip:${tip}`})`,
      ['transfers', 'accounts', 'entries'],
    ],
    [
      'of an entry on another account',
      ({ paid }) => sql`update ledger_entry set account_id = (select id from ledger_account where code = 'fees')
         where amount > 0 and transfer_id = (select id from ledger_transfer where ref = ${`payout:${paid}:settle`})`,
      ['entries'],
    ],
    [
      'of a balance after an entry',
      ({ tips: [tip] }) =>
        sql`update ledger_entry set balance_after = balance_after + 1 where amount > 0 and transfer_id = (select id from ledger_transfer where ref = ${`tip:${tip}`})`,
      ['entries'],
    ],
    [
      'of a payout that is paid, whose money is held',
      ({ open }) => sql`update payout set status = 'succeeded' where id = ${open}`,
      ['payouts', 'in_flight'],
    ],
    [
      'of a payout that is under way, whose money has returned',
      ({ declined }) => sql`update payout set status = 'processing' where id = ${declined}`,
      ['payouts', 'in_flight'],
    ],
    [
      'of a payout of another amount than its hold',
      ({ open }) => sql`update payout set amount = amount + 1 where id = ${open}`,
      ['payouts', 'in_flight'],
    ],
    [
      'of a share from what its colleague got',
      ({ shared }) => sql`update payout_share set amount = amount + 1 where payout_id = ${shared} and place = 2`,
      ['shares'],
    ],
    [
      'of a share from the colleague who got it',
      ({ anna, shared }) =>
        sql`update payout_share set employee_id = ${anna.id} where payout_id = ${shared} and place = 1`,
      ['shares'],
    ],
    [
      'of a tip from what came in',
      ({ tips: [tip] }) => sql`update tip set amount = amount + 1 where external_id = ${tip}`,
      ['tips'],
    ],
    [
      'of a tip that is pending, whose money is available',
      ({ tips: [, tip] }) => sql`update tip set status = 'pending' where external_id = ${tip}`,
      ['tips'],
    ],
    [
      'of an adjustment from what has moved',
      ({ adjustment }) => sql`update tip_adjustment set change = change - 1 where external_id = ${adjustment}`,
      ['adjustments'],
    ],
    [
      'of what operators have decided from what was booked',
      ({ paid }) => sql`update payout_decision set outcome = 'returned' where payout_id = ${paid}`,
      ['decisions'],
    ],
    [
      'of the operations that a user reads from the balance',
      ({ anna }) => sql`update operation set amount = amount + 1 where type = 'tip' and employee_id = ${anna.id}`,
      ['operations'],
    ],
  ]

  test.each(breakages)('%s', async (_, breakage, checks) => {
    const statement = breakage(await openWorld())
    const found: string[] = []
    // The transaction is rolled back, so that only one difference exists at a time.
    const broken = owner.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await statement.execute(trx)
      const { differences } = await checkLedger(trx)
      found.push(...new Set(differences.map(({ check }) => check)))
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    expect(found).toEqual(checks)
  })
})

describe('the account of an employee', () => {
  test('has its entries with the balance after each, newest first, in pages', async () => {
    const { anna, open } = await openWorld()
    const wallet = await readLedger(anna)
    expect(wallet.balances).toEqual({ wallet: 0, uncleared: 0, debt: -400 })
    expect(wallet.items.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
      ['tip_adjustment', -400, 0],
      ['payout_release', 300, 400],
      ['payout_hold', -600, 100],
      ['payout_hold', -300, 700],
      ['payout_hold', -400, 1_000],
      ['tip_clear', 400, 1_400],
      ['tip', 1_000, 1_000],
    ])
    expect(wallet.items).toContainEqual(
      expect.objectContaining({ ref: `payout:${open}:hold`, other: 'payouts_in_flight', amount: -600 }),
    )
    const last = wallet.items[1]?.seq ?? 0
    expect((await readLedger(anna, `?before=${last}&limit=2`)).items).toEqual(wallet.items.slice(2, 4))
  })

  test('of debts and of pending tips is read by its name', async () => {
    const { anna } = await openWorld()
    const debt = await readLedger(anna, '?account=debt')
    expect(debt.items.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
      ['tip_adjustment_debt', -400, -400],
    ])
    await earn(api.db, anna, 200)
    const paid = (await readLedger(anna, '?account=debt')).items
    expect(paid.map(({ amount, balance_after }) => [amount, balance_after])).toEqual([
      [200, -200],
      [-400, -400],
    ])
    const uncleared = await readLedger(anna, '?account=uncleared')
    expect(uncleared.items.map(({ kind, amount, balance_after }) => [kind, amount, balance_after])).toEqual([
      ['tip_clear', -400, 0],
      ['tip_adjustment', -100, 400],
      ['tip', 500, 500],
    ])
  })

  test('of a missing employee is 404, and of a new one is empty', async () => {
    expect((await api.operator().get(`/employees/${randomUUID()}/ledger`)).statusCode).toBe(404)
    const boris = await hire(api.db, await openRestaurant(api.db))
    expect(await readLedger(boris)).toMatchObject({ balances: { wallet: 0, uncleared: 0, debt: 0 }, items: [] })
  })
})

describe('the command', () => {
  test('prints tables, and JSON with the exit code of the comparison', async () => {
    const { anna, paid } = await openWorld()
    expect(await admin('ledger', 'trial-balance')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\ntotal .* 0$/),
    })
    expect(await admin('ledger', 'check')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^ПРОВЕРКА +СВЕРЕНО[\s\S]*\n\nНичего нет\.$/),
    })
    const account = await admin('ledger', 'account', anna.id, '--of', 'debt')
    expect(account.output).toMatch(/^wallet 0, uncleared 0, debt -400\nНОМЕР +КОГДА +ВИД/)
    expect(await admin('ledger', 'account', anna.id, '--of', 'purse')).toMatchObject({ code: 2 })

    await owner.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update payout set status = 'canceled' where id = ${paid}`.execute(trx)
    })
    const { code, output } = await admin('ledger', 'check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(output)).toContainEqual({
      check: 'payouts',
      subject: paid,
      expected: { hold: 400, release: 400 },
      found: { hold: 400, settle: 385, fee: 15 },
    })
  })
})
