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
  /** Whether a writer begins another action after this number of actions. */
  goesOn: (actions: number) => boolean
}

/**
 * Runs many concurrent writers on the wallets of one team: tips, transfers, and payouts that a bank pays or declines.
 * Each writer records what the ledger has acknowledged. Afterwards the ledger must contain exactly that.
 */
export async function writeConcurrently(db: Db, { writers, goesOn }: Options) {
  const before = await systemBalance(db, 'payouts_in_flight')
  const team = await Team.hire(db)
  const counts = { actions: 0, withoutMoney: 0 }
  const failures: unknown[] = []

  async function write(): Promise<void> {
    for (let done = 0; goesOn(done); done += 1) {
      counts.actions += 1
      await team.act().catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'insufficient_funds') counts.withoutMoney += 1
        else failures.push(error)
      })
    }
  }

  await Promise.all(Array.from({ length: writers }, write))
  return {
    ...counts,
    failures,
    /** How many wallets have another balance than was acknowledged. */
    wrongWallets: await team.countWrongWallets(),
    /** Kopecks that were taken from a wallet and arrived nowhere. */
    inFlight: (await systemBalance(db, 'payouts_in_flight')) - before,
    discrepancies: (await discrepancies(db)).length,
  }
}

type Cards = ReadonlyMap<string, Awaited<ReturnType<typeof addCard>>>

/** The employees of one restaurant, with the sums in kopecks that the ledger has acknowledged for each. */
class Team {
  readonly #db: Db
  readonly #employees: readonly TestEmployee[]
  readonly #cards: Cards
  readonly #acknowledged = new Map<string, number>()

  private constructor(db: Db, employees: readonly TestEmployee[], cards: Cards) {
    this.#db = db
    this.#employees = employees
    this.#cards = cards
  }

  static async hire(db: Db): Promise<Team> {
    const restaurant = await openRestaurant(db)
    const isDefault = [true, false, false, false]
    const employees = await Promise.all(isDefault.map((isDefault) => hire(db, restaurant, { isDefault })))
    const cards = await Promise.all(employees.map(async (one) => [one.id, await addCard(db, one)] as const))
    return new Team(db, employees, new Map(cards))
  }

  /** Does one of the actions, chosen by chance. Two of them bring money. */
  async act(): Promise<void> {
    const action = randomInt(4)
    if (action < 2) await this.#receiveTips()
    else if (action === 2) await this.#withdraw()
    else await this.#sendTransfer()
  }

  async countWrongWallets(): Promise<number> {
    const balances = await Promise.all(this.#employees.map((employee) => walletBalance(this.#db, employee)))
    return this.#employees.filter(({ id }, index) => balances[index] !== (this.#acknowledged.get(id) ?? 0)).length
  }

  #anyone(): TestEmployee {
    return this.#employees[randomInt(this.#employees.length)] as TestEmployee
  }

  #acknowledge({ id }: TestEmployee, kopecks: number): void {
    this.#acknowledged.set(id, (this.#acknowledged.get(id) ?? 0) + kopecks)
  }

  async #receiveTips(): Promise<void> {
    const employees = [this.#anyone(), this.#anyone()]
    const paid_at = new Date().toISOString()
    await bookTips(
      this.#db,
      employees.map(({ id }) => ({
        external_id: randomUUID(),
        employee_id: id,
        amount: TIP_KOPECKS / 100,
        paid_at,
        status: 'completed' as const,
      })),
    )
    for (const employee of employees) this.#acknowledge(employee, TIP_KOPECKS)
  }

  async #withdraw(): Promise<void> {
    const payer = this.#anyone()
    const id = await this.#db.transaction().execute(async (trx) => {
      const wallets = await lockWallets(trx, [payer.id])
      const created = await order(trx, payer, {
        amount: PAYOUT_KOPECKS,
        fee: FEE_KOPECKS,
        method: this.#cards.get(payer.id),
      })
      const debit = requireWallet(wallets, payer.id).wallet
      const ref = `payout:${created}:hold`
      await postTransfer(trx, { ref, kind: 'payout_hold', debit, credit: 'payouts_in_flight', amount: PAYOUT_KOPECKS })
      return created
    })
    this.#acknowledge(payer, -PAYOUT_KOPECKS)
    if (randomInt(2) === 0) return void (await settle(this.#db, id, { status: 'paid', rrn: '000000000000' }))
    await settle(this.#db, id, { status: 'declined', reason: 'general_decline' })
    this.#acknowledge(payer, PAYOUT_KOPECKS)
  }

  async #sendTransfer(): Promise<void> {
    const [payer, ...others] = this.#employees as [TestEmployee, ...TestEmployee[]]
    const recipient = others[randomInt(others.length)] as TestEmployee
    await this.#db.transaction().execute(async (trx) => {
      const wallets = await lockWallets(trx, [payer.id, recipient.id])
      const ref = `payout:${await order(trx, payer, { recipient, amount: TRANSFER_KOPECKS })}:transfer`
      const [debit, credit] = [requireWallet(wallets, payer.id).wallet, requireWallet(wallets, recipient.id).wallet]
      await postTransfer(trx, { ref, kind: 'transfer', debit, credit, amount: TRANSFER_KOPECKS })
    })
    this.#acknowledge(payer, -TRANSFER_KOPECKS)
    this.#acknowledge(recipient, TRANSFER_KOPECKS)
  }
}
