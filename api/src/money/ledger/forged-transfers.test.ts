// What an attacker can do with a connection of the application and statements of their own.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { insertPayoutMethod } from '../../payouts/payout-methods/repository.ts'
import { type LedgerTransfer, requireWallet, type Wallet } from './ledger.ts'
import { forbidden, hireTeam, payoutRef, post, postAtOnce } from './testing/forging.ts'
import { discrepancies, order, type TestEmployee, walletBalance } from './testing/test-ledger.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee
let outsider: TestEmployee
let wallets: Map<string, Wallet>
/** A payout of Анна, 400 ₽ with a fee of 10 ₽, whose money is held. */
let held: string
beforeEach(async () => {
  ;({ anna, boris, outsider, wallets } = await hireTeam(database.db))
  held = await order(database.db, anna, { amount: 400_00, fee: 10_00 })
  const flight = { debit: of(anna), credit: 'payouts_in_flight' } as const
  await postAll([{ ref: ref('hold'), kind: 'payout_hold', ...flight, amount: 400_00 }])
})

const of = ({ id }: TestEmployee) => requireWallet(wallets, id).wallet
const postAll = (transfers: readonly LedgerTransfer[], client: Pick<pg.Pool, 'query'> = database.pool) =>
  post(client, transfers)

type Forgery = () => Omit<LedgerTransfer, 'amount'> & { amount?: number }

const ref = (step: string, id = held) => payoutRef(step, id)

const forgeries: [string, Forgery][] = [
  ['of a kind that there is not', () => ({ ref: 'x', kind: 'gift', debit: 'bank', credit: of(boris) })],
  [
    'a tip out of another account',
    () => ({ ref: `tip:${randomUUID()}`, kind: 'tip', debit: 'bank', credit: of(boris) }),
  ],
  ['a tip under another ref', () => ({ ref: 'x', kind: 'tip', debit: 'tips_clearing', credit: of(boris) })],
  [
    'a tip without a guest',
    () => ({ ref: `tip:${randomUUID()}`, kind: 'tip', debit: 'tips_clearing', credit: of(boris) }),
  ],
  [
    'a pending tip without a guest',
    () => ({
      ref: `tip-clear:${randomUUID()}`,
      kind: 'tip_clear',
      debit: requireWallet(wallets, boris.id).uncleared,
      credit: of(boris),
    }),
  ],
  [
    'a transfer without an order',
    () => ({ ref: ref('transfer', randomUUID()), kind: 'transfer', debit: of(anna), credit: of(boris) }),
  ],
  [
    'a transfer under a payout',
    () => ({ ref: ref('transfer'), kind: 'transfer', debit: of(anna), credit: of(boris), amount: 400_00 }),
  ],
  [
    'a hold without a payout',
    () => ({ ref: ref('hold', randomUUID()), kind: 'payout_hold', debit: of(boris), credit: 'payouts_in_flight' }),
  ],
  ['a second hold', () => ({ ref: ref('hold2'), kind: 'payout_hold', debit: of(anna), credit: 'payouts_in_flight' })],
  [
    'more to the bank than was held',
    () => ({
      ref: ref('settle'),
      kind: 'payout_settle',
      debit: 'payouts_in_flight',
      credit: 'bank',
      amount: 9_000_00,
    }),
  ],
  [
    'a settlement into a wallet',
    () => ({
      ref: ref('settle'),
      kind: 'payout_settle',
      debit: 'payouts_in_flight',
      credit: of(boris),
      amount: 390_00,
    }),
  ],
  [
    'a fee that was not agreed on',
    () => ({ ref: ref('fee'), kind: 'payout_fee', debit: 'payouts_in_flight', credit: 'fees', amount: 20_00 }),
  ],
  [
    'a part of the restaurant that was not agreed on',
    () => ({
      ref: ref('fee_share'),
      kind: 'payout_fee_share',
      debit: 'restaurant_fees' as const,
      credit: 'fees' as const,
      amount: 20_00,
    }),
  ],
  [
    'a release to another wallet',
    () => ({
      ref: ref('release'),
      kind: 'payout_release',
      debit: 'payouts_in_flight',
      credit: of(boris),
      amount: 400_00,
    }),
  ],
  [
    'a release of more than was held',
    () => ({
      ref: ref('release'),
      kind: 'payout_release',
      debit: 'payouts_in_flight',
      credit: of(anna),
      amount: 500_00,
    }),
  ],
]

test.each(forgeries)('posts nothing: %s', async (_, forgery) => {
  const { db } = database
  await expect(postAll([{ amount: 100_00, ...forgery() }])).rejects.toMatchObject(forbidden)
  expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([600_00, 1_000_00])
  expect(await discrepancies(db)).toEqual([])
})

const settlement = (id: string): LedgerTransfer => ({
  ref: ref('settle', id),
  kind: 'payout_settle',
  debit: 'payouts_in_flight',
  credit: 'bank',
  amount: 390_00,
})
const release = (id: string): LedgerTransfer => ({
  ref: ref('release', id),
  kind: 'payout_release',
  debit: 'payouts_in_flight',
  credit: of(anna),
  amount: 400_00,
})

test('a payout is settled or released, and never both', async () => {
  await expect(postAll([settlement(held), release(held)])).rejects.toMatchObject(forbidden)
  await postAll([settlement(held)])
  await expect(postAll([release(held)])).rejects.toMatchObject(forbidden)
  // The ledger accepts a repetition of a transfer, even if a new one would be forbidden by then.
  await postAll([settlement(held)])

  const other = await order(database.db, anna, { amount: 400_00, fee: 10_00 })
  await expect(postAll([settlement(other)]), 'nothing was held').rejects.toMatchObject(forbidden)
  await expect(postAll([release(other)]), 'nothing was held').rejects.toMatchObject(forbidden)
})

test('when two connections settle and release a payout simultaneously, only one of the two is posted', async () => {
  await expect(postAtOnce(database.pool, settlement(held), release(held))).rejects.toMatchObject(forbidden)
  expect(await walletBalance(database.db, anna)).toBe(600_00)
})

test('a transfer goes to a colleague, from the default employee, at its own amount', async () => {
  const { db } = database
  const orderTransfer = async (payer: TestEmployee, recipient: TestEmployee): Promise<LedgerTransfer> => {
    const id = await order(db, payer, { recipient, amount: 100_00 })
    return { ref: ref('transfer', id), kind: 'transfer', debit: of(payer), credit: of(recipient), amount: 100_00 }
  }
  await expect(postAll([await orderTransfer(boris, anna)]), 'not the default employee').rejects.toMatchObject(forbidden)
  await expect(postAll([await orderTransfer(anna, outsider)]), 'another restaurant').rejects.toMatchObject(forbidden)
  const right = await orderTransfer(anna, boris)
  await expect(postAll([{ ...right, amount: 200_00 }])).rejects.toMatchObject(forbidden)
  await expect(postAll([{ ...right, debit: of(outsider) }])).rejects.toMatchObject(forbidden)
  await expect(postAll([{ ...right, credit: of(outsider) }])).rejects.toMatchObject(forbidden)
  await postAll([right])
  expect([await walletBalance(db, anna), await walletBalance(db, boris)]).toEqual([500_00, 1_100_00])
})

test('the terms, the parties and the destination of a payout or a tip do not change afterwards', async () => {
  const { pool } = database
  for (const change of [
    'update payout set amount = 1',
    `update payout set employee_id = '${boris.id}', user_id = '${boris.userId}'`,
    'update payout set fee = 0',
    'update tip set amount = amount * 100',
    "update payout_binding set card_token = 'card_of_a_thief'",
    `update payout_binding set user_id = '${boris.userId}'`,
    `update employee set user_id = '${boris.userId}' where id = '${anna.id}'`,
    `update employee set restaurant_id = '${outsider.restaurantId}'`,
    'update operation set amount = 1',
  ]) {
    await expect(pool.query(change), change).rejects.toThrow('are final')
  }
})

test('the bank of a phone does not change under a payout that is on its way', async () => {
  const { db, pool } = database
  const phone = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  const method = await insertPayoutMethod(db, { user_id: anna.userId, bank: anna.bank, ...phone })
  const id = await order(db, anna, { amount: 100_00, method })
  const change = () => pool.query("update payout_binding set sbp_bank_id = '100000000111' where id = $1", [method])
  await expect(change()).rejects.toThrow('is on its way')
  await pool.query("update payout set status = 'succeeded' where id = $1", [id])
  await change()
})

test('temporary tables do not stand in for the tables that the ledger reads', async () => {
  const client = await database.pool.connect()
  const id = randomUUID()
  const gift: LedgerTransfer = {
    ref: ref('release', id),
    kind: 'payout_release',
    debit: 'payouts_in_flight',
    credit: of(boris),
    amount: 100_00,
  }
  try {
    await client.query('create temporary table payout as select * from public.payout limit 0')
    await client.query('create temporary table ledger_transfer (ref text)')
    await client.query(
      `insert into pg_temp.payout (id, kind, employee_id, amount, fee) values ($1, 'payout', $2, 10000, 0)`,
      [id, boris.id],
    )
    await client.query('insert into pg_temp.ledger_transfer values ($1)', [ref('hold', id)])
    await expect(postAll([gift], client)).rejects.toMatchObject(forbidden)
  } finally {
    client.release(true)
  }
  expect(await walletBalance(database.db, boris)).toBe(1_000_00)
})
