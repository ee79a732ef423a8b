import { randomInt, randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import { Problem } from '../../../http/problem.ts'
import { settle } from '../../../payouts/delivery/settle.ts'
import { bookTips } from '../../tips/service.ts'
import { lockWallets, postTransfer, requireWallet } from '../ledger.ts'
import {
  addCard,
  discrepancies,
  hire,
  openRestaurant,
  order,
  systemBalance,
  type TestEmployee,
  walletBalance,
} from './test-ledger.ts'

/** Kopecks. */
const TIP_KOPECKS = 300_00
const PAYOUT_KOPECKS = 500_00
const FEE_KOPECKS = 15_00
const TRANSFER_KOPECKS = 200_00

type Options = {
  writers: number
  /** Whether a writer begins another action after so many actions. */
  goesOn: (actions: number) => boolean
}

/**
 * Runs many concurrent writers on the wallets of one team: tips, transfers, and payouts that a bank pays or declines.
 * Each writer records what the ledger has acknowledged. Afterwards the ledger must contain exactly that.
 */
export async function writeConcurrently(db: Db, { writers, goesOn }: Options) {
  const before = await systemBalance(db, 'payouts_in_flight')
  const restaurant = await openRestaurant(db)
  const team = await Promise.all([true, false, false, false].map((isDefault) => hire(db, restaurant, { isDefault })))
  const cards = new Map(await Promise.all(team.map(async (one) => [one.id, await addCard(db, one)] as const)))
  const acknowledged = new Map(team.map(({ id }) => [id, 0]))
  const counts = { actions: 0, withoutMoney: 0 }
  const failures: unknown[] = []
  const note = ({ id }: TestEmployee, amount: number) => acknowledged.set(id, (acknowledged.get(id) ?? 0) + amount)
  const anyone = () => team[randomInt(team.length)] as TestEmployee

  async function receiveTips(): Promise<void> {
    const employees = [anyone(), anyone()]
    const paid_at = new Date().toISOString()
    await bookTips(
      db,
      employees.map(({ id }) => ({
        external_id: randomUUID(),
        employee_id: id,
        amount: TIP_KOPECKS / 100,
        paid_at,
        status: 'completed' as const,
      })),
    )
    for (const employee of employees) note(employee, TIP_KOPECKS)
  }

  async function withdraw(): Promise<void> {
    const payer = anyone()
    const id = await db.transaction().execute(async (trx) => {
      const wallets = await lockWallets(trx, [payer.id])
      const created = await order(trx, payer, {
        amount: PAYOUT_KOPECKS,
        fee: FEE_KOPECKS,
        method: cards.get(payer.id),
      })
      const debit = requireWallet(wallets, payer.id).wallet
      const ref = `payout:${created}:hold`
      await postTransfer(trx, { ref, kind: 'payout_hold', debit, credit: 'payouts_in_flight', amount: PAYOUT_KOPECKS })
      return created
    })
    note(payer, -PAYOUT_KOPECKS)
    if (randomInt(2) === 0) return void (await settle(db, id, { status: 'paid', rrn: '000000000000' }))
    await settle(db, id, { status: 'declined', reason: 'general_decline' })
    note(payer, PAYOUT_KOPECKS)
  }

  async function sendTransfer(): Promise<void> {
    const [payer, ...others] = team as [TestEmployee, ...TestEmployee[]]
    const recipient = others[randomInt(others.length)] as TestEmployee
    await db.transaction().execute(async (trx) => {
      const wallets = await lockWallets(trx, [payer.id, recipient.id])
      const ref = `payout:${await order(trx, payer, { recipient, amount: TRANSFER_KOPECKS })}:transfer`
      const [debit, credit] = [requireWallet(wallets, payer.id).wallet, requireWallet(wallets, recipient.id).wallet]
      await postTransfer(trx, { ref, kind: 'transfer', debit, credit, amount: TRANSFER_KOPECKS })
    })
    note(payer, -TRANSFER_KOPECKS)
    note(recipient, TRANSFER_KOPECKS)
  }

  const actions = [receiveTips, receiveTips, withdraw, sendTransfer]
  async function write(): Promise<void> {
    for (let done = 0; goesOn(done); done += 1) {
      counts.actions += 1
      await actions[randomInt(actions.length)]?.().catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'insufficient_funds') counts.withoutMoney += 1
        else failures.push(error)
      })
    }
  }

  await Promise.all(Array.from({ length: writers }, write))
  const balances = await Promise.all(team.map((employee) => walletBalance(db, employee)))
  return {
    ...counts,
    failures,
    /** How many wallets have another balance than was acknowledged. */
    wrongWallets: team.filter(({ id }, index) => balances[index] !== acknowledged.get(id)).length,
    /** Kopecks that were taken from a wallet and arrived nowhere. */
    inFlight: (await systemBalance(db, 'payouts_in_flight')) - before,
    discrepancies: (await discrepancies(db)).length,
  }
}
