// What an attacker can do with a connection of the application and statements of their own.
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../db/testing/test-database.ts'
import { insertPayout } from '../../payouts/repository.ts'
import { type LedgerTransfer, lockWallets, requireWallet, type Wallet } from './ledger.ts'
import { forbidden, hireTeam, payoutRef, post } from './testing/forging.ts'
import { discrepancies, hire, type TestEmployee, walletBalance } from './testing/test-ledger.ts'

const database = sharedDatabase()
let anna: TestEmployee
let boris: TestEmployee
let vera: TestEmployee
let outsider: TestEmployee
let wallets: Map<string, Wallet>
/** 300 ₽ of Анна's: 100 ₽ for Борис and 200 ₽ for Вера. */
let id: string
beforeEach(async () => {
  ;({ anna, boris, outsider } = await hireTeam(database.db))
  vera = await hire(database.db, { id: anna.restaurantId, bank: anna.bank })
  wallets = await lockWallets(database.db, [anna.id, boris.id, vera.id, outsider.id])
  id = await share(anna, [
    [boris, 100_00],
    [vera, 200_00],
  ])
})

async function share(payer: TestEmployee, parts: readonly [TestEmployee, number][], amount = 300_00): Promise<string> {
  const created = await insertPayout(database.db, {
    kind: 'transfer',
    employee_id: payer.id,
    user_id: payer.userId,
    binding_id: null,
    recipient_employee_id: null,
    sharing_way: 'equal',
    amount,
    fee: 0,
    destination_type: 'employee',
    destination_title: '',
    comment: null,
    status: 'pending',
    at: undefined,
  })
  const rows = parts.map(([{ id: employee_id }, part], index) => {
    return { payout_id: created.id, place: index + 1, employee_id, title: '', weight: null, amount: part }
  })
  await database.db.insertInto('payout_share').values(rows).execute()
  return created.id
}

const of = ({ id }: TestEmployee) => requireWallet(wallets, id).wallet
const postAll = (transfers: readonly LedgerTransfer[]) => post(database.pool, transfers)
const flight = 'payouts_in_flight' as const

function transfers(
  sharing = id,
  { debit = of(anna) as LedgerTransfer['debit'] } = {},
): [LedgerTransfer, LedgerTransfer] {
  const part = { kind: 'transfer', debit } as const
  return [
    { ...part, ref: payoutRef('transfer:1', sharing), credit: of(boris), amount: 100_00 },
    { ...part, ref: payoutRef('transfer:2', sharing), credit: of(vera), amount: 200_00 },
  ]
}
const hold = (sharing = id, debit = of(anna)): LedgerTransfer => ({
  ...{ ref: payoutRef('hold', sharing), kind: 'payout_hold', debit, credit: flight, amount: 300_00 },
})
const back = (): LedgerTransfer => ({
  ...{ ref: payoutRef('release', id), kind: 'payout_release', debit: flight, credit: of(anna), amount: 300_00 },
})
const balances = () => Promise.all([anna, boris, vera].map((one) => walletBalance(database.db, one)))

describe('a sharing', () => {
  test('is posted as a whole, once', async () => {
    const [first, second] = transfers()
    await expect(postAll([first]), 'a part').rejects.toMatchObject(forbidden)
    await expect(postAll([second]), 'the other one').rejects.toMatchObject(forbidden)
    await postAll([first, second])
    await postAll([first, second])
    expect(await balances()).toEqual([700_00, 1_100_00, 200_00])
    expect(await discrepancies(database.db)).toEqual([])
  })

  const forgeries: [string, (parts: [LedgerTransfer, LedgerTransfer]) => LedgerTransfer[]][] = [
    ['to other colleagues', ([first, second]) => [{ ...first, credit: of(vera) }, second]],
    [
      'with other parts',
      ([first, second]) => [
        { ...first, amount: 200_00 },
        { ...second, amount: 100_00 },
      ],
    ],
    ['with a part that there is not', (parts) => [...parts, { ...parts[0], ref: payoutRef('transfer:3', id) }]],
    ['as if it were for one', ([first, second]) => [{ ...first, ref: payoutRef('transfer', id) }, second]],
    ['out of another wallet', (parts) => parts.map((part) => ({ ...part, debit: of(outsider) }))],
    ['out of money that is not held', (parts) => parts.map((part) => ({ ...part, debit: flight }))],
    ['that is held in the same call', (parts) => [hold(), ...parts]],
  ]
  test.each(forgeries)('is not posted %s', async (_, forge) => {
    await expect(postAll(forge(transfers()))).rejects.toMatchObject(forbidden)
    expect(await balances()).toEqual([1_000_00, 1_000_00, 0])
  })

  test.each([
    [
      'whose parts are less than its sum',
      () =>
        share(
          anna,
          [
            [boris, 100_00],
            [vera, 200_00],
          ],
          400_00,
        ),
    ],
    [
      'of an employee who is not the default one',
      () =>
        share(boris, [
          [boris, 100_00],
          [vera, 200_00],
        ]),
    ],
  ])('%s is not posted', async (_, prepare) => {
    const forged = await prepare()
    await expect(postAll(transfers(forged))).rejects.toMatchObject(forbidden)
    await expect(postAll([{ ...hold(forged), amount: 400_00 }])).rejects.toMatchObject(forbidden)
  })

  test('with an employee of another restaurant is neither posted nor held', async () => {
    const elsewhere = await share(anna, [
      [boris, 100_00],
      [outsider, 200_00],
    ])
    const [first, second] = transfers(elsewhere)
    await expect(postAll([first, { ...second, credit: of(outsider) }])).rejects.toMatchObject(forbidden)
    await expect(postAll([hold(elsewhere)])).rejects.toMatchObject(forbidden)
  })

  test('has final shares', async () => {
    const { db } = database
    const shares = db.updateTable('payout_share').set({ amount: 300_00 }).where('payout_id', '=', id)
    await expect(shares.execute()).rejects.toThrow()
    await expect(db.deleteFrom('payout_share').where('payout_id', '=', id).execute()).rejects.toThrow()
    const way = db.updateTable('payout').set({ sharing_way: 'hours' }).where('id', '=', id)
    await expect(way.execute()).rejects.toThrow(/final/)
  })
})

describe('a held sharing', () => {
  test('goes on to all or back, and never both', async () => {
    const onward = transfers(id, { debit: flight })
    await postAll([hold()])
    await expect(postAll([onward[0]]), 'a part').rejects.toMatchObject(forbidden)
    await expect(postAll(transfers()), 'a second time from the wallet').rejects.toMatchObject(forbidden)
    await expect(postAll([...onward, back()])).rejects.toMatchObject(forbidden)
    await postAll(onward)
    await expect(postAll([back()])).rejects.toMatchObject(forbidden)
    expect(await balances()).toEqual([700_00, 1_100_00, 200_00])
  })

  test('that was returned cannot be completed', async () => {
    await postAll([hold()])
    await postAll([back()])
    await expect(postAll(transfers(id, { debit: flight }))).rejects.toMatchObject(forbidden)
    expect(await balances()).toEqual([1_000_00, 1_000_00, 0])
  })
})
