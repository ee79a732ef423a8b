import { randomUUID } from 'node:crypto'
import type { OrderToConfirm } from '@portal/contracts/new-payout'
import type { Payout } from '@portal/contracts/payout'
import type { Db } from '../../db/connect.ts'
import { createMetrics, type Metrics } from '../../http/metrics.ts'
import type { SignedIn } from '../../http/route.ts'
import { boundTo } from '../../identity/confirmation/confirmed-action.ts'
import { prepareOtp } from '../../identity/otp/service.ts'
import { Jobs } from '../../jobs/jobs.ts'
import { addCard, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { readSettings } from '../../settings/settings.ts'
import { PAYOUT_JOB, PayoutWorker } from '../delivery/worker.ts'
import { orderQuote, planOrder } from '../order/plan-order.ts'
import { requestPayout } from '../service.ts'

export const settings = readSettings({})

type WorkerOptions = Omit<ConstructorParameters<typeof PayoutWorker>[0], 'wakePayoutWorker'> & { metrics?: Metrics }

/** Sends payouts to the bank as a process of the API does. */
export function startPayoutWorker({ metrics = createMetrics(), ...options }: WorkerOptions) {
  const jobs = new Jobs({ log: options.log, metrics })
  const wake = () => jobs.trigger(PAYOUT_JOB)
  jobs.start([new PayoutWorker({ ...options, wakePayoutWorker: wake })])
  return { wake, stop: () => jobs.stop() }
}

/** The employee's user in a session that is not stored, which can confirm only by codes. */
export function signedIn({ userId }: TestEmployee): SignedIn {
  return { id: userId, sessionId: randomUUID() }
}

/**
 * Returns a code for an order as it would come by SMS. Ages earlier codes, so that the interval between two has passed.
 */
export async function codeFor(db: Db, { userId }: TestEmployee, order: OrderToConfirm): Promise<string> {
  await db
    .updateTable('otp')
    .set({ created_at: new Date(0) })
    .where('subject', '=', userId)
    .execute()
  // Without a plan the order is rejected whatever the code is for.
  const quote = await planOrder(db, settings, userId, order).then(orderQuote, () => undefined)
  const { message } = await prepareOtp(
    { db, settings },
    { subject: userId, purpose: order.kind, boundTo: boundTo(order, quote), title: 'вывода', phone: '+79000000001' },
  )
  return message.code
}

/** Orders a withdrawal of rubles to a card of the employee. */
export async function withdraw(
  db: Db,
  employee: TestEmployee,
  amount: number,
  { last4 = '1234', key = randomUUID() as string } = {},
): Promise<Payout> {
  const binding_id = await addCard(db, employee, last4)
  const order = { kind: 'payout', rest_id: employee.restaurantId, binding_id, amount } as const
  const code = await codeFor(db, employee, order)
  return await requestPayout({ db, settings }, signedIn(employee), key, { ...order, code })
}

/** Counts the payouts of an employee by status: `pending:1 processing:1`. */
export async function countStatuses(db: Db, { id }: TestEmployee): Promise<string> {
  const rows = await db
    .selectFrom('payout')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('employee_id', '=', id)
    .groupBy('status')
    .orderBy('status')
    .execute()
  return rows.map(({ status, count }) => `${status}:${count}`).join(' ')
}
