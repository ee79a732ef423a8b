import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { Problem } from '../../http/problem.ts'
import { lockWallets, postTransfer, postTransfers } from './ledger.ts'
import { balanceOf, discrepancies, earn, hire, openRestaurant, systemBalance, type TestEmployee } from './testing.ts'

let database: TestDatabase
let anna: TestEmployee
let boris: TestEmployee

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  const restaurant = await openRestaurant(database.db)
  anna = await hire(database.db, restaurant)
  boris = await hire(database.db, restaurant)
})

async function walletOf({ id }: TestEmployee): Promise<number> {
  const wallet = (await lockWallets(database.db, [id])).get(id)
  if (!wallet) throw new Error('no wallet')
  return wallet.wallet
}

async function entriesOf(employee: TestEmployee) {
  const account = await walletOf(employee)
  const query = database.db.selectFrom('ledger_entry').select(['seq', 'amount', 'balance_after'])
  return await query.where('account_id', '=', account).orderBy('seq').execute()
}

test('a transfer takes from one account what it gives to the other', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const transfer = {
    ref: 'a → b',
    kind: 'test',
    debit: await walletOf(anna),
    credit: await walletOf(boris),
    amount: 30_00,
  }
  await postTransfer(db, transfer)
  expect([await balanceOf(db, anna), await balanceOf(db, boris)]).toEqual([70_00, 30_00])
  expect(await entriesOf(anna)).toEqual([
    { seq: 1, amount: 100_00, balance_after: 100_00 },
    { seq: 2, amount: -30_00, balance_after: 70_00 },
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('the same ref again moves nothing', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const transfer = { ref: 'once', kind: 'test', debit: await walletOf(anna), credit: 'bank', amount: 30_00 } as const
  const before = await systemBalance(db, 'bank')
  await Promise.all(Array.from({ length: 10 }, () => postTransfer(db, transfer)))
  expect(await balanceOf(db, anna)).toBe(70_00)
  expect((await systemBalance(db, 'bank')) - before).toBe(30_00)
})

test('a ref used for another amount, kind or account fails and moves nothing', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const transfer = { ref: 'mine', kind: 'test', debit: await walletOf(anna), credit: 'bank', amount: 10_00 } as const
  await postTransfer(db, transfer)
  for (const change of [{ amount: 20_00 }, { kind: 'other' }, { credit: 'fees' as const }]) {
    await expect(postTransfer(db, { ...transfer, ...change })).rejects.toThrow('was used for another transfer')
  }
  expect(await balanceOf(db, anna)).toBe(90_00)
})

test('several at once: in their order, all or none, and a repeated ref moves once', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const [a, b] = [await walletOf(anna), await walletOf(boris)]
  const there = { ref: `${a} there`, kind: 'test', debit: a, credit: b, amount: 100_00 }
  const back = { ref: `${a} back`, kind: 'test', debit: b, credit: a, amount: 40_00 }
  await expect(postTransfers(db, [back, there])).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect([await balanceOf(db, anna), await balanceOf(db, boris)]).toEqual([100_00, 0])
  await postTransfers(db, [there, back, there])
  expect(await entriesOf(boris)).toEqual([
    { seq: 1, amount: 100_00, balance_after: 100_00 },
    { seq: 2, amount: -40_00, balance_after: 60_00 },
  ])
  await expect(
    postTransfers(db, [
      { ...there, ref: `${a} new`, amount: 1 },
      { ...there, amount: 1 },
    ]),
  ).rejects.toThrow('another transfer')
  expect([await balanceOf(db, anna), await balanceOf(db, boris)]).toEqual([40_00, 60_00])
  expect(await discrepancies(db)).toEqual([])
})

test('a wallet never goes below zero, whoever asks at once', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const debit = await walletOf(anna)
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      postTransfer(db, { ref: `${anna.id} ${n}`, kind: 'test', debit, credit: 'bank', amount: 30_00 }),
    ),
  )
  const refused = attempts.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(17)
  expect(refused).toContainEqual({ status: 'rejected', reason: new Problem(422, 'insufficient_funds') })
  expect(await balanceOf(db, anna)).toBe(10_00)
})

test('transfers both ways at once neither wait for each other forever nor lose money', async () => {
  const { db } = database
  await earn(db, anna, 1_000)
  await earn(db, boris, 1_000)
  const [a, b] = [await walletOf(anna), await walletOf(boris)]
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => {
      const [debit, credit] = n % 2 ? [a, b] : [b, a]
      return postTransfer(db, { ref: `${a}-${b} ${n}`, kind: 'test', debit, credit, amount: 100 + n })
    }),
  )
  expect((await balanceOf(db, anna)) + (await balanceOf(db, boris))).toBe(2_000_00)
  expect((await entriesOf(anna)).map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, n) => n + 1))
  expect(await discrepancies(db)).toEqual([])
})

test('only post_transfers writes: the application may not book or set a balance itself', async () => {
  const { pool } = database
  await earn(database.db, anna, 100)
  for (const forgery of [
    "insert into ledger_transfer (ref, kind, debit_account, credit_account, amount) values ('x', 'x', 1, 2, 1)",
    'insert into ledger_entry (transfer_id, account_id, amount) values (1, 1, 1)',
    'update ledger_account set balance = balance + 1',
    "insert into ledger_account (kind, employee_id, balance) values ('wallet', gen_random_uuid(), 1)",
    'delete from ledger_account',
  ]) {
    await expect(pool.query(forgery), forgery).rejects.toThrow('permission denied')
  }
})
