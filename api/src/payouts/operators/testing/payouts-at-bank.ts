import { sql } from 'kysely'
import { expect } from 'vitest'
import { connect } from '../../../db/connect.ts'
import { createTestApi, type TestApi } from '../../../http/testing/test-api.ts'
import { earn, hire, openRestaurant, type TestEmployee } from '../../../money/ledger/testing/test-ledger.ts'
import { createAdminCommand } from '../../../testing/admin-command.ts'
import { type Fault, startYookassaDouble, type YookassaDouble } from '../../bank/yookassa/double/double.ts'
import { insertPayoutMethod } from '../../payout-methods/repository.ts'
import { requestPayout } from '../../service.ts'
import { codeFor, signedIn } from '../../testing/withdrawals.ts'

export const operatorTokens = { olga: 'o'.repeat(32), ivan: 'i'.repeat(32) }

/** A phone about which the double never decides. */
export const undecidedPhone = '+79161234503'

type EmployeeWithPhone = TestEmployee & { phoneId: string }

/** Starts the whole API with two operators and a bank behind a network that a test may break. */
export async function payoutsAtBank(env: Record<string, string> = {}): Promise<PayoutsAtBank> {
  const double: YookassaDouble = await startYookassaDouble({ settlesAfterMs: 0 })
  const { url, gatewayId, secretKey } = double.account
  const api: TestApi = await createTestApi({
    env: {
      BANK: 'yookassa',
      YOOKASSA_URL: url,
      YOOKASSA_GATEWAY_ID: gatewayId,
      YOOKASSA_SECRET_KEY: secretKey,
      ADMIN_TOKEN: Object.entries(operatorTokens)
        .map(([name, token]) => `${name}:${token}`)
        .join(),
      ...env,
    },
  })
  return new PayoutsAtBank(api, double, await createAdminCommand(api))
}

export class PayoutsAtBank {
  readonly api: TestApi
  readonly double: YookassaDouble
  readonly admin: Awaited<ReturnType<typeof createAdminCommand>>
  readonly #owner: ReturnType<typeof connect>

  constructor(api: TestApi, double: YookassaDouble, admin: PayoutsAtBank['admin']) {
    this.api = api
    this.double = double
    this.admin = admin
    this.#owner = connect(api.url)
  }

  async readStatus(id: string): Promise<string> {
    const payout = this.api.db.selectFrom('payout').select('status').where('id', '=', id)
    return (await payout.executeTakeFirstOrThrow()).status
  }

  /** Hires an employee with 100,000 ₽ and a phone about which the bank does not decide by itself. */
  async hireEmployee(): Promise<EmployeeWithPhone> {
    const { db } = this.api
    const employee = await hire(db, await openRestaurant(db))
    await earn(db, employee, 100_000)
    const phone = { phone: undecidedPhone, sbp_bank_id: '100000000004', bank_name: 'Т-Банк' }
    const user = { user_id: employee.userId, bank: employee.bank }
    return { ...employee, phoneId: await insertPayoutMethod(db, { ...user, type: 'sbp', ...phone }) }
  }

  /** Orders a withdrawal of rubles. Returns the id of the payout. */
  async order(employee: EmployeeWithPhone, amount = 1_000): Promise<string> {
    const order = { kind: 'payout', rest_id: employee.restaurantId, binding_id: employee.phoneId, amount } as const
    const code = await codeFor(this.api.db, employee, order)
    const { id } = await requestPayout(this.api, signedIn(employee), crypto.randomUUID(), { ...order, code })
    this.api.wakePayoutWorker()
    return id
  }

  /** Waits for the end of the attempts that are under way, and postpones the next one by an hour. */
  async postponeNextAttempt(id: string): Promise<void> {
    const { db } = this.api
    const postpone = () =>
      sql`update payout set next_attempt_at = now() + interval '1 hour' where id = ${id}`.execute(db)
    const countFinished = async () => {
      const finished = await sql`
        select from payout_attempt
        where payout_id = ${id} and source = 'worker' and finished_at is not null`.execute(db)
      return finished.rows.length
    }
    const countOpen = async () => {
      const open = await sql`select from payout_attempt where payout_id = ${id} and finished_at is null`.execute(db)
      return open.rows.length
    }
    await expect.poll(countFinished).toBeGreaterThan(0)
    await postpone()
    await expect.poll(countOpen).toBe(0)
    await postpone()
  }

  /** Makes each call of the bank fail in this way from now on. */
  breakBank(fault: Fault | undefined): void {
    this.double.setFault(fault && (() => fault))
  }

  /** Lets the provider decide about a payment. */
  decide(id: string, status: 'succeeded' | 'canceled'): void {
    const [payment] = this.double.store.search(id)
    if (!payment) throw new Error(`The provider has no payment of the payout ${id}`)
    payment.status = status
    if (status === 'canceled') payment.cancellation_details = { party: 'payout_network', reason: 'recipient_not_found' }
  }

  /** Moves the times of all decisions into the past, by ten minutes if no other time is given. */
  async timePasses(by = '10 minutes'): Promise<void> {
    await sql`with off as (select set_config('session_replication_role', 'replica', true))
      update payout_decision set proposed_at = proposed_at - ${by}::interval, closed_at = closed_at - ${by}::interval,
        check_at = check_at - ${by}::interval
      from off`.execute(this.#owner.db)
  }

  async stop(): Promise<void> {
    await this.#owner.close()
    await this.api.close()
    await this.double.stop()
  }
}
