// What an attacker can do with a connection of the application and statements of their own.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../db/testing.ts'
import { addBinding } from '../payout-bindings/repository.ts'
import { bookTips } from '../tips/service.ts'
import { type LedgerTransfer, lockWallets, type Wallet, walletOf } from './ledger.ts'
import { balanceOf, discrepancies, earn, hire, openRestaurant, order, type TestEmployee } from './testing.ts'

let database: TestDatabase
let anna: TestEmployee
let boris: TestEmployee
let stranger: TestEmployee
let wallets: Map<string, Wallet>
/** A payout of Анна, 400 ₽ with a fee of 10 ₽, whose money is held. */
let held: string

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  const { db } = database
  const restaurant = await openRestaurant(db)
  anna = await hire(db, restaurant, { isDefault: true })
  boris = await hire(db, restaurant)
  stranger = await hire(db, await openRestaurant(db), { isDefault: true })
  for (const each of [anna, boris, stranger]) await earn(db, each, 1_000)
  wallets = await lockWallets(db, [anna.id, boris.id, stranger.id])
  held = await order(db, anna, { amount: 400_00, fee: 10_00 })
  await post({ ref: `payout:${held}:hold`, kind: 'payout_hold', debit: of(anna), credit: 'payouts_in_flight' }, 400_00)
})

const of = ({ id }: TestEmployee) => walletOf(wallets, id).wallet

async function post(transfer: Omit<LedgerTransfer, 'amount'>, amount: number): Promise<void> {
  await postAll([{ ...transfer, amount }])
}

async function postAll(transfers: readonly LedgerTransfer[], client: Pick<pg.Pool, 'query'> = database.pool) {
  await client.query('select post_transfers($1)', [JSON.stringify(transfers)])
}

type Forgery = () => Omit<LedgerTransfer, 'amount'> & { amount?: number }

const ref = (step: string, id = held) => `payout:${id}:${step}`

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
      debit: walletOf(wallets, boris.id).uncleared,
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
  await expect(postAll([{ amount: 100_00, ...forgery() }])).rejects.toMatchObject({ code: 'P0L02' })
  expect([await balanceOf(db, anna), await balanceOf(db, boris)]).toEqual([600_00, 1_000_00])
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
  const forbidden = { code: 'P0L02' }
  await expect(postAll([settlement(held), release(held)])).rejects.toMatchObject(forbidden)
  await postAll([settlement(held)])
  await expect(postAll([release(held)])).rejects.toMatchObject(forbidden)
  // A repeated transfer is accepted as the same one, also when the other one is forbidden by then.
  await postAll([settlement(held)])

  const other = await order(database.db, anna, { amount: 400_00, fee: 10_00 })
  await expect(postAll([settlement(other)]), 'nothing was held').rejects.toMatchObject(forbidden)
  await expect(postAll([release(other)]), 'nothing was held').rejects.toMatchObject(forbidden)
})

test('settled and released by two connections at once, one of the two is posted', async () => {
  const [first, second] = [await database.pool.connect(), await database.pool.connect()]
  await first.query('begin')
  await postAll([settlement(held)], first)
  const released = postAll([release(held)], second).catch((error: unknown) => error)
  await first.query('commit')
  expect(await released).toMatchObject({ code: 'P0L02' })
  for (const client of [first, second]) client.release()
  expect(await balanceOf(database.db, anna)).toBe(600_00)
})

test('a transfer goes to a colleague, from the default employee, at its own amount', async () => {
  const { db } = database
  const transferOf = async (payer: TestEmployee, recipient: TestEmployee): Promise<LedgerTransfer> => {
    const id = await order(db, payer, { recipient, amount: 100_00 })
    return { ref: ref('transfer', id), kind: 'transfer', debit: of(payer), credit: of(recipient), amount: 100_00 }
  }
  const forbidden = { code: 'P0L02' }
  await expect(postAll([await transferOf(boris, anna)]), 'not the default employee').rejects.toMatchObject(forbidden)
  await expect(postAll([await transferOf(anna, stranger)]), 'another restaurant').rejects.toMatchObject(forbidden)
  const right = await transferOf(anna, boris)
  await expect(postAll([{ ...right, amount: 200_00 }])).rejects.toMatchObject(forbidden)
  await expect(postAll([{ ...right, debit: of(stranger) }])).rejects.toMatchObject(forbidden)
  await expect(postAll([{ ...right, credit: of(stranger) }])).rejects.toMatchObject(forbidden)
  await postAll([right])
  expect([await balanceOf(db, anna), await balanceOf(db, boris)]).toEqual([500_00, 1_100_00])
})

describe('a held transfer', () => {
  const forbidden = { code: 'P0L02' }
  let id: string
  let hold: LedgerTransfer
  let onward: LedgerTransfer
  let back: LedgerTransfer

  beforeEach(async () => {
    id = await order(database.db, anna, { recipient: boris, amount: 100_00 })
    const flight = 'payouts_in_flight' as const
    hold = { ref: ref('hold', id), kind: 'payout_hold', debit: of(anna), credit: flight, amount: 100_00 }
    onward = { ref: ref('transfer', id), kind: 'transfer', debit: flight, credit: of(boris), amount: 100_00 }
    back = { ref: ref('release', id), kind: 'payout_release', debit: flight, credit: of(anna), amount: 100_00 }
  })

  test('goes on to the colleague or back, and never both', async () => {
    await expect(postAll([onward]), 'nothing was held').rejects.toMatchObject(forbidden)
    await expect(postAll([back]), 'nothing was held').rejects.toMatchObject(forbidden)
    await postAll([hold])
    await expect(postAll([onward, back])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...onward, credit: of(stranger) }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...onward, amount: 200_00 }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...back, credit: of(boris) }])).rejects.toMatchObject(forbidden)
    await postAll([onward])
    await expect(postAll([back])).rejects.toMatchObject(forbidden)
    // A repeated transfer is accepted as the same one.
    await postAll([hold, onward])
    expect([await balanceOf(database.db, anna), await balanceOf(database.db, boris)]).toEqual([500_00, 1_100_00])
  })

  test('that was returned cannot be completed', async () => {
    await postAll([hold])
    await postAll([back])
    await expect(postAll([onward])).rejects.toMatchObject(forbidden)
    expect([await balanceOf(database.db, anna), await balanceOf(database.db, boris)]).toEqual([600_00, 1_000_00])
  })

  test('goes to no bank', async () => {
    await postAll([hold])
    const toBank = { debit: 'payouts_in_flight', credit: 'bank', amount: 100_00 } as const
    const settlement = { ref: ref('settle', id), kind: 'payout_settle', ...toBank }
    await expect(postAll([settlement])).rejects.toMatchObject(forbidden)
    const toFees = { ...toBank, credit: 'fees' as const, ref: ref('fee', id), kind: 'payout_fee' }
    await expect(postAll([toFees])).rejects.toMatchObject(forbidden)
  })

  test('is not paid a second time from the wallet', async () => {
    const direct = { ...onward, debit: of(anna) }
    await expect(postAll([hold, direct])).rejects.toMatchObject(forbidden)
    await expect(postAll([direct, hold])).rejects.toMatchObject(forbidden)
    await postAll([hold])
    await expect(postAll([direct])).rejects.toMatchObject(forbidden)
    const other = await order(database.db, anna, { recipient: boris, amount: 100_00 })
    await postAll([{ ...direct, ref: ref('transfer', other) }])
    await expect(postAll([{ ...hold, ref: ref('hold', other) }]), 'done already').rejects.toMatchObject(forbidden)
  })

  test('is the default employee’s, to a colleague', async () => {
    const { db } = database
    const notDefault = await order(db, boris, { recipient: anna, amount: 100_00 })
    const elsewhere = await order(db, anna, { recipient: stranger, amount: 100_00 })
    const holds = [
      { ...hold, ref: ref('hold', notDefault), debit: of(boris) },
      { ...hold, ref: ref('hold', elsewhere) },
    ]
    for (const each of holds) await expect(postAll([each])).rejects.toMatchObject(forbidden)
  })

  test.each([
    ['goes on and back', () => [onward, back]],
    ['is held and paid from the wallet', () => [hold, { ...onward, debit: of(anna) }]],
  ])('that two connections at once decide to %s gets one of the decisions', async (_, calls) => {
    const [one, other] = calls()
    if (one === onward) await postAll([hold])
    const [first, second] = [await database.pool.connect(), await database.pool.connect()]
    await first.query('begin')
    await postAll([one as LedgerTransfer], first)
    const late = postAll([other as LedgerTransfer], second).catch((error: unknown) => error)
    await first.query('commit')
    expect(await late).toMatchObject(forbidden)
    for (const client of [first, second]) client.release()
    expect(await discrepancies(database.db)).toEqual([])
  })
})

describe('an adjustment of a tip', () => {
  const forbidden = { code: 'P0L02' }
  let tip: string

  beforeEach(async () => {
    tip = randomUUID()
    const paid_at = new Date().toISOString()
    const booked = { external_id: tip, employee_id: boris.id, amount: 500, paid_at, status: 'completed' as const }
    await bookTips(database.db, [booked])
    await database.db.insertInto('ledger_account').values({ kind: 'debt', employee_id: boris.id }).execute()
    wallets = await lockWallets(database.db, [anna.id, boris.id, stranger.id])
  })

  const debtOf = ({ id }: TestEmployee) => Number(walletOf(wallets, id).debtAccount)

  function parts(id: string, wallet: number, debt = 0): LedgerTransfer[] {
    const fromWallet = { ref: `tip-adjustment:${id}`, kind: 'tip_adjustment', debit: of(boris), amount: wallet }
    const owed = { ref: `tip-adjustment-debt:${id}`, kind: 'tip_adjustment_debt', debit: debtOf(boris), amount: debt }
    return [fromWallet, owed].flatMap((part) => (part.amount > 0 ? [{ ...part, credit: 'tips_clearing' }] : []))
  }

  /** Inserts an adjustment, moves money, and commits. */
  async function adjust(change: number, transfers: (id: string) => LedgerTransfer[], { pending = false } = {}) {
    const id = randomUUID()
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into tip_adjustment (external_id, tip, kind, change, while_pending, operation_id)
         select $1, $2, 'chargeback', $3, $4, id from operation where id not in (select operation_id from tip_adjustment) limit 1`,
        [id, tip, change, pending],
      )
      const posted = transfers(id)
      if (posted.length > 0) await postAll(posted, client)
      await client.query('commit')
      return id
    } finally {
      client.release(true)
    }
  }

  test('moves its whole change, from the wallet, the debt or both', async () => {
    await adjust(-100_00, (id) => parts(id, 100_00))
    const split = await adjust(-100_00, (id) => parts(id, 60_00, 40_00))
    // A repeated transfer is accepted as the same one.
    await postAll(parts(split, 60_00, 40_00))
    expect(await balanceOf(database.db, boris)).toBe(1_340_00)
    expect(await discrepancies(database.db)).toEqual([])
  })

  test.each<[string, number, (id: string) => LedgerTransfer[], object?]>([
    ['moves nothing', -100_00, () => []],
    ['moves less', -100_00, (id) => parts(id, 99_00)],
    ['moves more', -100_00, (id) => parts(id, 101_00)],
    ['moves more in two parts', -100_00, (id) => parts(id, 100_00, 1_00)],
    ['takes more than the tip', -500_01, (id) => parts(id, 500_01)],
    ['is of a pending tip that is not pending', -100_00, (id) => parts(id, 100_00), { pending: true }],
    ['takes from another employee', -100_00, (id) => parts(id, 100_00).map((part) => ({ ...part, debit: of(anna) }))],
    [
      'adds where it takes',
      -100_00,
      (id) => parts(id, 100_00).map(({ debit, ...part }) => ({ ...part, debit: 'tips_clearing', credit: debit })),
    ],
    ['takes where it adds', 100_00, (id) => parts(id, 100_00)],
    ['goes to another account', -100_00, (id) => parts(id, 100_00).map((part) => ({ ...part, credit: of(anna) }))],
  ])('that %s is not posted', async (_, change, transfers, state) => {
    await expect(adjust(change, transfers, state)).rejects.toMatchObject(forbidden)
    expect([await balanceOf(database.db, boris), await balanceOf(database.db, anna)]).toEqual([1_500_00, 600_00])
  })

  test('that was posted moves no money a second time', async () => {
    const id = await adjust(-100_00, (id) => parts(id, 100_00))
    await expect(postAll([...parts(id, 0, 100_00)])).rejects.toMatchObject(forbidden)
    await expect(postAll(parts(randomUUID(), 100_00)), 'no such adjustment').rejects.toMatchObject(forbidden)
  })

  test('is final', async () => {
    await adjust(-100_00, (id) => parts(id, 100_00))
    for (const change of ['update tip_adjustment set change = -1', 'delete from tip_adjustment']) {
      await expect(database.pool.query(change), change).rejects.toThrow(/permission denied|append-only/)
    }
  })

  test('leaves a debt that only its own employee pays, and no more than it is', async () => {
    await adjust(-100_00, (id) => parts(id, 0, 100_00))
    const payment = { ref: `debt-payment:${tip}`, kind: 'debt_payment', debit: of(boris), credit: debtOf(boris) }
    await expect(postAll([{ ...payment, debit: of(anna), amount: 100_00 }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...payment, ref: 'x', amount: 100_00 }])).rejects.toMatchObject(forbidden)
    await expect(
      postAll([{ ...payment, debit: debtOf(boris), credit: of(boris), amount: 1_00 }]),
    ).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...payment, amount: 100_01 }])).rejects.toMatchObject({ constraint: 'no_overpaid_debt' })
    await postAll([{ ...payment, amount: 100_00 }])
    expect(await balanceOf(database.db, boris)).toBe(1_400_00)
  })
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
    `update employee set restaurant_id = '${stranger.restaurantId}'`,
    'update operation set amount = 1',
  ]) {
    await expect(pool.query(change), change).rejects.toThrow('are final')
  }
})

test('the bank of a phone does not change under a payout that is on its way', async () => {
  const { db, pool } = database
  const phone = { type: 'sbp', phone: '+79161234567', sbp_bank_id: '100000000004', bank_name: 'Т-Банк' } as const
  const binding = await addBinding(db, { user_id: anna.userId, bank: anna.bank, ...phone })
  const id = await order(db, anna, { amount: 100_00, binding })
  const change = () => pool.query("update payout_binding set sbp_bank_id = '100000000111' where id = $1", [binding])
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
    await expect(postAll([gift], client)).rejects.toMatchObject({ code: 'P0L02' })
  } finally {
    client.release(true)
  }
  expect(await balanceOf(database.db, boris)).toBe(1_000_00)
})
