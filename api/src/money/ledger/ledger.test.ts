import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { Problem } from '../../http/problem.ts'
import { type LedgerTransfer, lockWallets, postTransfer, postTransfers } from './ledger.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  order,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from './testing/test-ledger.ts'

const database = sharedDatabase()
/** Both may send transfers: each is the default employee of one restaurant, and works at the other's too. */
let anna: TestEmployee
let boris: TestEmployee

beforeEach(async () => {
  const { db } = database
  const restaurant = await openRestaurant(db)
  anna = await hire(db, restaurant, { isDefault: true })
  boris = await hire(db, restaurant)
})

async function readWallet({ id }: TestEmployee): Promise<number> {
  const wallet = (await lockWallets(database.db, [id])).get(id)
  if (!wallet) throw new Error('no wallet')
  return wallet.wallet
}

async function readEntries(employee: TestEmployee) {
  const account = await readWallet(employee)
  const query = database.db.selectFrom('ledger_entry').select(['seq', 'amount', 'balance_after'])
  return await query.where('account_id', '=', account).orderBy('seq').execute()
}

/** Kopecks. */
async function transfer(payer: TestEmployee, recipient: TestEmployee, amount: number): Promise<LedgerTransfer> {
  const id = await order(database.db, payer, { recipient, amount })
  const [debit, credit] = [await readWallet(payer), await readWallet(recipient)]
  return { ref: `payout:${id}:transfer`, kind: 'transfer', debit, credit, amount }
}

/** Kopecks. `method`: an existing card, for several payouts at the same time. */
async function hold(payer: TestEmployee, amount: number, method?: string): Promise<LedgerTransfer> {
  const id = await order(database.db, payer, { amount, method })
  return {
    ref: `payout:${id}:hold`,
    kind: 'payout_hold',
    debit: await readWallet(payer),
    credit: 'payouts_in_flight',
    amount,
  }
}

test('a transfer debits one account and credits the other by the same amount', async () => {
  const { db } = database
  await earn(db, anna, 100)
  await postTransfer(db, await transfer(anna, boris, 30_00))
  expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([70_00, 30_00])
  expect(await readEntries(anna)).toEqual([
    { seq: 1, amount: 100_00, balance_after: 100_00 },
    { seq: 2, amount: -30_00, balance_after: 70_00 },
  ])
  expect(await discrepancies(db)).toEqual([])
})

test('the same ref again moves no money', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const once = await hold(anna, 30_00)
  const before = await systemBalance(db, 'payouts_in_flight')
  await Promise.all(Array.from({ length: 10 }, () => postTransfer(db, once)))
  expect(await walletBalance(db, anna)).toBe(70_00)
  expect((await systemBalance(db, 'payouts_in_flight')) - before).toBe(30_00)
})

test('a ref used for another amount, kind or account fails and moves nothing', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const first = await hold(anna, 10_00)
  await postTransfer(db, first)
  for (const change of [{ amount: 20_00 }, { kind: 'other' }, { credit: 'fees' as const }]) {
    await expect(postTransfer(db, { ...first, ...change })).rejects.toThrow('was used for another transfer')
  }
  expect(await walletBalance(db, anna)).toBe(90_00)
})

test('several transfers in one call are posted in their order, all or none, and a repeated ref moves money once', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const there = await transfer(anna, boris, 100_00)
  const on = await hold(boris, 40_00)
  await expect(postTransfers(db, [on, there])).rejects.toMatchObject({ code: 'insufficient_funds' })
  expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([100_00, 0])
  await postTransfers(db, [there, on, there])
  expect(await readEntries(boris)).toEqual([
    { seq: 1, amount: 100_00, balance_after: 100_00 },
    { seq: 2, amount: -40_00, balance_after: 60_00 },
  ])
  await expect(postTransfers(db, [await hold(boris, 1_00), { ...there, amount: 1 }])).rejects.toThrow(
    'another transfer',
  )
  expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([0, 60_00])
  expect(await discrepancies(db)).toEqual([])
})

// spec: 6.13
test('a wallet never goes below zero with many simultaneous debits', async () => {
  const { db } = database
  await earn(db, anna, 100)
  const card = await addCard(db, anna)
  const holds = await Promise.all(Array.from({ length: 20 }, () => hold(anna, 30_00, card)))
  const attempts = await Promise.allSettled(holds.map((each) => postTransfer(db, each)))
  const rejected = attempts.filter(({ status }) => status === 'rejected')
  expect(rejected).toHaveLength(17)
  expect(rejected).toContainEqual({ status: 'rejected', reason: new Problem(422, 'insufficient_funds') })
  expect(await walletBalance(db, anna)).toBe(10_00)
})

test('simultaneous transfers in both directions do not deadlock and lose no money', async () => {
  const { db } = database
  const elsewhere = await openRestaurant(db)
  const [annaThere, borisThere] = [
    await hire(db, elsewhere, { user: anna.userId }),
    await hire(db, elsewhere, { user: boris.userId, isDefault: true }),
  ]
  for (const each of [anna, boris, annaThere, borisThere]) await earn(db, each, 1_000)
  const pairs = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const there = await transfer(anna, boris, 100 + n)
      const back = await transfer(borisThere, annaThere, 100 + n)
      return n % 2 ? [there, back] : [back, there]
    }),
  )
  await Promise.all(pairs.map((pair) => postTransfers(db, pair)))
  const balances = await Promise.all([anna, boris, annaThere, borisThere].map((each) => walletBalance(db, each)))
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(4_000_00)
  expect((await readEntries(anna)).map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, n) => n + 1))
  expect(await discrepancies(db)).toEqual([])
})

// spec: 6.13
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
