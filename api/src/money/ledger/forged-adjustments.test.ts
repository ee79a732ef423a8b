// What an attacker can do with a connection of the application and statements of their own.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { bookTips } from '../tips/service.ts'
import { type LedgerTransfer, lockWallets, requireWallet, type Wallet } from './ledger.ts'
import { forbidden, hireTeam, post } from './testing/forging.ts'
import { discrepancies, type TestEmployee, walletBalance } from './testing/test-ledger.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee
let wallets: Map<string, Wallet>
/** The external id of a tip of Борис, 500 ₽. */
let tip: string
beforeEach(async () => {
  ;({ anna, boris, wallets } = await hireTeam(database.db))
  tip = randomUUID()
  const paid_at = new Date().toISOString()
  const booked = { external_id: tip, employee_id: boris.id, amount: 500, paid_at, status: 'completed' as const }
  await bookTips(database.db, [booked])
  await database.db.insertInto('ledger_account').values({ kind: 'debt', employee_id: boris.id }).execute()
  wallets = await lockWallets(database.db, [anna.id, boris.id])
})

const of = ({ id }: TestEmployee) => requireWallet(wallets, id).wallet
const postAll = (transfers: readonly LedgerTransfer[], client: Pick<pg.Pool, 'query'> = database.pool) =>
  post(client, transfers)

const debtAccountId = ({ id }: TestEmployee) => Number(requireWallet(wallets, id).debtAccount)

function parts(id: string, wallet: number, debt = 0): LedgerTransfer[] {
  const fromWallet = { ref: `tip-adjustment:${id}`, kind: 'tip_adjustment', debit: of(boris), amount: wallet }
  const owed = {
    ref: `tip-adjustment-debt:${id}`,
    kind: 'tip_adjustment_debt',
    debit: debtAccountId(boris),
    amount: debt,
  }
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

describe('an adjustment of a tip', () => {
  test('moves its whole change, from the wallet, the debt or both', async () => {
    await adjust(-100_00, (id) => parts(id, 100_00))
    const split = await adjust(-100_00, (id) => parts(id, 60_00, 40_00))
    // The ledger accepts a repetition of a transfer.
    await postAll(parts(split, 60_00, 40_00))
    expect(await walletBalance(database.db, boris)).toBe(1_340_00)
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
    expect([await walletBalance(database.db, boris), await walletBalance(database.db, anna)]).toEqual([
      1_500_00, 1_000_00,
    ])
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
    const payment = { ref: `debt-payment:${tip}`, kind: 'debt_payment', debit: of(boris), credit: debtAccountId(boris) }
    await expect(postAll([{ ...payment, debit: of(anna), amount: 100_00 }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...payment, ref: 'x', amount: 100_00 }])).rejects.toMatchObject(forbidden)
    await expect(
      postAll([{ ...payment, debit: debtAccountId(boris), credit: of(boris), amount: 1_00 }]),
    ).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...payment, amount: 100_01 }])).rejects.toMatchObject({ constraint: 'no_overpaid_debt' })
    await postAll([{ ...payment, amount: 100_00 }])
    expect(await walletBalance(database.db, boris)).toBe(1_400_00)
  })
})
