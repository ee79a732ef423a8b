// What an attacker can do with a connection of the application and statements of their own.
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { type LedgerTransfer, requireWallet, type Wallet } from './ledger.ts'
import { forbidden, hireTeam, payoutRef, post, postAtOnce } from './testing/forging.ts'
import { discrepancies, order, type TestEmployee, walletBalance } from './testing/test-ledger.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee
let outsider: TestEmployee
let wallets: Map<string, Wallet>
/** A transfer of Анна's to Борис. */
let id: string
let hold: LedgerTransfer
let onward: LedgerTransfer
let back: LedgerTransfer
beforeEach(async () => {
  ;({ anna, boris, outsider, wallets } = await hireTeam(database.db))
  id = await order(database.db, anna, { recipient: boris, amount: 100_00 })
  const flight = 'payouts_in_flight' as const
  hold = { ref: payoutRef('hold', id), kind: 'payout_hold', debit: of(anna), credit: flight, amount: 100_00 }
  onward = { ref: payoutRef('transfer', id), kind: 'transfer', debit: flight, credit: of(boris), amount: 100_00 }
  back = { ref: payoutRef('release', id), kind: 'payout_release', debit: flight, credit: of(anna), amount: 100_00 }
})

const of = ({ id }: TestEmployee) => requireWallet(wallets, id).wallet
const postAll = (transfers: readonly LedgerTransfer[]) => post(database.pool, transfers)

describe('a held transfer', () => {
  test('goes on to the colleague or back, and never both', async () => {
    await expect(postAll([onward]), 'nothing was held').rejects.toMatchObject(forbidden)
    await expect(postAll([back]), 'nothing was held').rejects.toMatchObject(forbidden)
    await postAll([hold])
    await expect(postAll([onward, back])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...onward, credit: of(outsider) }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...onward, amount: 200_00 }])).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...back, credit: of(boris) }])).rejects.toMatchObject(forbidden)
    await postAll([onward])
    await expect(postAll([back])).rejects.toMatchObject(forbidden)
    // The ledger accepts a repetition of a transfer.
    await postAll([hold, onward])
    expect([await walletBalance(database.db, anna), await walletBalance(database.db, boris)]).toEqual([
      900_00, 1_100_00,
    ])
  })

  test('that was returned cannot be completed', async () => {
    await postAll([hold])
    await postAll([back])
    await expect(postAll([onward])).rejects.toMatchObject(forbidden)
    expect([await walletBalance(database.db, anna), await walletBalance(database.db, boris)]).toEqual([
      1_000_00, 1_000_00,
    ])
  })

  test('goes to no bank', async () => {
    await postAll([hold])
    const toBank = { debit: 'payouts_in_flight', credit: 'bank', amount: 100_00 } as const
    const settlement = { ref: payoutRef('settle', id), kind: 'payout_settle', ...toBank }
    await expect(postAll([settlement])).rejects.toMatchObject(forbidden)
    const toFees = { ...toBank, credit: 'fees' as const, ref: payoutRef('fee', id), kind: 'payout_fee' }
    await expect(postAll([toFees])).rejects.toMatchObject(forbidden)
  })

  test('is not paid a second time from the wallet', async () => {
    const direct = { ...onward, debit: of(anna) }
    await expect(postAll([hold, direct])).rejects.toMatchObject(forbidden)
    await expect(postAll([direct, hold])).rejects.toMatchObject(forbidden)
    await postAll([hold])
    await expect(postAll([direct])).rejects.toMatchObject(forbidden)
    const other = await order(database.db, anna, { recipient: boris, amount: 100_00 })
    await postAll([{ ...direct, ref: payoutRef('transfer', other) }])
    await expect(postAll([{ ...hold, ref: payoutRef('hold', other) }]), 'done already').rejects.toMatchObject(forbidden)
  })

  test('is the default employee’s, to a colleague', async () => {
    const { db } = database
    const notDefault = await order(db, boris, { recipient: anna, amount: 100_00 })
    const elsewhere = await order(db, anna, { recipient: outsider, amount: 100_00 })
    const holds = [
      { ...hold, ref: payoutRef('hold', notDefault), debit: of(boris) },
      { ...hold, ref: payoutRef('hold', elsewhere) },
    ]
    for (const each of holds) await expect(postAll([each])).rejects.toMatchObject(forbidden)
  })

  test.each([
    ['goes on and back', () => [onward, back]],
    ['is held and paid from the wallet', () => [hold, { ...onward, debit: of(anna) }]],
  ])('that two connections simultaneously decide to %s gets one of the decisions', async (_, calls) => {
    const [one, other] = calls()
    if (one === onward) await postAll([hold])
    const decisions = postAtOnce(database.pool, one as LedgerTransfer, other as LedgerTransfer)
    await expect(decisions).rejects.toMatchObject(forbidden)
    expect(await discrepancies(database.db)).toEqual([])
  })
})
