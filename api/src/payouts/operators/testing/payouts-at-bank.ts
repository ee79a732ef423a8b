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

export type PayoutsAtBank = {
  api: TestApi
  double: YookassaDouble
  admin: Awaited<ReturnType<typeof createAdminCommand>>
  /** Moves the times of all decisions into the past, by ten minutes if no other time is given. */
  timePasses(by?: string): Promise<void>
  readStatus(id: string): Promise<string>
  /** Hires an employee with 100,000 ₽ and a phone about which the bank does not decide by itself. */
  hireEmployee(): Promise<EmployeeWithPhone>
  /** Orders a withdrawal of rubles. Returns the id of the payout. */
  order(employee: EmployeeWithPhone, amount?: number): Promise<string>
  /** Waits for the end of the attempts that are under way, and postpones the next one by an hour. */
  postponeNextAttempt(id: string): Promise<void>
  /** Makes each call of the bank fail in this way from now on. */
  breakBank(fault: Fault | undefined): void
  /** Lets the provider decide about a payment. */
  decide(id: string, status: 'succeeded' | 'canceled'): void
  stop(): Promise<void>
}

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
  const { db } = api
  const owner = connect(api.url)

  const readStatus = async (id: string) =>
    (await db.selectFrom('payout').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

  return {
    api,
    double,
    admin: await createAdminCommand(api),
    readStatus,

    async hireEmployee() {
      const employee = await hire(db, await openRestaurant(db))
      await earn(db, employee, 100_000)
      const phone = { phone: undecidedPhone, sbp_bank_id: '100000000004', bank_name: 'Т-Банк' }
      const phoneId = await insertPayoutMethod(db, {
        user_id: employee.userId,
        bank: employee.bank,
        type: 'sbp',
        ...phone,
      })
      return { ...employee, phoneId }
    },

    async order(employee, amount = 1_000) {
      const order = { kind: 'payout', rest_id: employee.restaurantId, binding_id: employee.phoneId, amount } as const
      const code = await codeFor(db, employee, order)
      const { id } = await requestPayout(api, signedIn(employee), crypto.randomUUID(), { ...order, code })
      api.wakePayoutWorker()
      return id
    },

    async postponeNextAttempt(id) {
      await expect
        .poll(async () => {
          const done = await sql<{ count: number }>`
            select count(*)::int as count from payout_attempt
            where payout_id = ${id} and source = 'worker' and finished_at is not null`.execute(db)
          return done.rows[0]?.count
        })
        .toBeGreaterThan(0)
      await sql`update payout set next_attempt_at = now() + interval '1 hour' where id = ${id}`.execute(db)
      await expect
        .poll(async () => {
          const open = await sql`select from payout_attempt where payout_id = ${id} and finished_at is null`.execute(db)
          return open.rows.length
        })
        .toBe(0)
      await sql`update payout set next_attempt_at = now() + interval '1 hour' where id = ${id}`.execute(db)
    },

    breakBank: (fault) => double.setFault(fault && (() => fault)),

    decide(id, status) {
      const [payment] = double.store.search(id)
      if (!payment) throw new Error('the provider has no such payment')
      payment.status = status
      if (status === 'canceled')
        payment.cancellation_details = { party: 'payout_network', reason: 'recipient_not_found' }
    },

    async timePasses(by = '10 minutes') {
      await sql`with off as (select set_config('session_replication_role', 'replica', true))
        update payout_decision set proposed_at = proposed_at - ${by}::interval, closed_at = closed_at - ${by}::interval,
          check_at = check_at - ${by}::interval
        from off`.execute(owner.db)
    },

    async stop() {
      await owner.close()
      await api.close()
      await double.stop()
    },
  }
}
