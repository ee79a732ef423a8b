import type { AutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import type { AutoWithdrawalSchedule } from '@portal/contracts/auto-withdrawal-rule'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { TestApi, TestUser } from '../../../http/testing/test-api.ts'
import { addCard, type TestEmployee } from '../../../money/ledger/testing/test-ledger.ts'
import { toColumns } from '../rule.ts'

/** Switches a rule on without a code, by default for balances from 1 000 ₽ to a new card. Returns the card. */
export async function switchOn(
  db: Db,
  employee: TestEmployee,
  {
    schedule = { kind: 'threshold', amount: 1_000 } as AutoWithdrawalSchedule,
    day_limit = 150_000,
    keep = 0,
    card = '',
  } = {},
): Promise<string> {
  const binding_id = card || (await addCard(db, employee))
  await db
    .insertInto('auto_withdrawal')
    .values({
      employee_id: employee.id,
      ...toColumns({ binding_id, schedule, day_limit, keep }),
      device_since: new Date(0),
    })
    .execute()
  return binding_id
}

/** Makes rules due that wait for the end of a lease, or for the next check of the limits. */
export async function endLeases(db: Db): Promise<void> {
  await sql`update auto_withdrawal set next_attempt_at = now() - interval '1 second'`.execute(db)
}

/** Reads the automatic payouts of an employee in rubles, the oldest first. */
export async function automaticPayouts(db: Db, { id }: TestEmployee): Promise<number[]> {
  const rows = await db
    .selectFrom('payout')
    .select('amount')
    .where('employee_id', '=', id)
    .where('automatic', '=', true)
    .orderBy('number')
    .execute()
  return rows.map(({ amount }) => amount / 100)
}

/** Reads the rule as the page of its user does. */
export async function readRule(api: TestApi, user: TestUser): Promise<AutoWithdrawal> {
  const browser = await api.signedIn(user)
  return (await browser.get(`/user/auto-withdrawal/${user.restaurantId}`)).json().rule
}
