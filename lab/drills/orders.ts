import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { addCard, addSbpPhone, type CardOptions, hire, openSession, type TestUser } from '../../e2e/fixtures/users.ts'
import { type DrillPortal, pageHeaders, serviceToken } from './portal.ts'
import { bookTips } from './tips.ts'

export const EARNED_RUBLES = 1_000
export const ORDER_RUBLES = 400

/** The portal that gets the orders, and its database. By default the codes are those of the demo's sandbox. */
export type OrderPortal = Pick<DrillPortal, 'origin' | 'database'> & {
  serviceToken?: string
  codeFor?: (phone: string) => string | undefined
}

export type Order = {
  user: TestUser
  session: string
  key: string
  body: { kind: string; rest_id: string | undefined; amount: number; code: string; [field: string]: unknown }
}

/** To a card, whose last four digits decide what the sandbox bank does, or to a phone with these last digits. */
type OrderOptions = CardOptions & { sbp?: string }

/** Prepares a confirmed order without sending it. */
export async function prepareOrder(portal: OrderPortal, { sbp, ...card }: OrderOptions = {}): Promise<Order> {
  const { database } = portal
  const user = await hire(database)
  if (sbp) await addSbpPhone(database, user, { bankId: '100000000004', last2: sbp })
  else await addCard(database, user.id, card)
  const method = await database.query('select id from payout_binding where user_id = $1', [user.id])
  const { session, code } = await earnAndRequestCode(portal, user, EARNED_RUBLES, 'payout')
  const rest_id = user.workplaces[0]?.restId
  const body = { kind: 'payout', rest_id, binding_id: method.rows[0]?.id, amount: ORDER_RUBLES, code }
  return { user, session, key: randomUUID(), body }
}

/** Prepares a confirmed transfer of all the tips of a new user to a colleague. */
export async function prepareTransfer(portal: OrderPortal, amount: number): Promise<Order & { recipientId: string }> {
  const user = await hire(portal.database, 'Мария Котова', [{ isDefault: true }])
  const [workplace] = user.workplaces
  if (!workplace) throw new Error('The user has no workplace')
  const colleague = await hire(portal.database, 'Олег Котов', [{ beside: workplace }])
  const { session, code } = await earnAndRequestCode(portal, user, amount, 'transfer')
  const recipient_employee_id = colleague.workplaces[0]?.employeeId
  const body = { kind: 'transfer', rest_id: workplace.restId, recipient_employee_id, amount, code }
  return { user, recipientId: colleague.id, session, key: randomUUID(), body }
}

async function earnAndRequestCode(portal: OrderPortal, user: TestUser, rubles: number, purpose: string) {
  const { origin, database, serviceToken: token = serviceToken, codeFor } = portal
  const session = await openSession(database, user.id)
  await bookTips(origin, [{ employeeId: user.workplaces[0]?.employeeId, rubles }], token)
  const response = await fetch(`${origin}/api/v1/otp/send/user/${user.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageHeaders(session) },
    body: JSON.stringify({ purpose }),
  })
  if (!response.ok)
    throw new Error(`The API answered ${response.status} to the request of a code: ${await response.text()}`)
  return { session, code: String(codeFor ? codeFor(user.phone) : await codeInSandbox(database, user)) }
}

async function codeInSandbox(database: pg.Pool, { phone }: TestUser): Promise<unknown> {
  const { rows } = await database.query('select code from sandbox.sms where phone = $1 order by id desc', [phone])
  return rows[0]?.code
}

export function sendOrder({ origin }: Pick<OrderPortal, 'origin'>, { session, key, body }: Order): Promise<Response> {
  return fetch(`${origin}/api/v1/user/payout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...pageHeaders(session) },
    body: JSON.stringify(body),
  })
}

/**
 * Sends orders, kills the portal with `kill -9` within `maxDelayMs`, starts it,
 * and sends each order again under its key.
 * @throws Error for an order that the portal does not take then
 */
export async function killDuringOrders(
  portal: DrillPortal,
  orders: readonly Order[],
  maxDelayMs: number,
): Promise<void> {
  const responses = orders.map((order) => sendOrder(portal, order).catch(() => undefined))
  await delay(randomInt(0, maxDelayMs))
  await portal.end('SIGKILL')
  await Promise.all(responses)
  await portal.start()
  for (const order of orders) {
    const response = await sendOrder(portal, order)
    if (response.status !== 201)
      throw new Error(`The API answered ${response.status} to an order: ${await response.text()}`)
  }
}

/** Waits until no payout of these orders is in progress. Returns the ids of their users. */
export async function untilFinished(database: pg.Pool, orders: readonly Order[]): Promise<string[]> {
  const users = orders.map(({ user }) => user.id)
  const open = `select from payout where user_id = any($1) and status in ('pending', 'processing')`
  while ((await database.query(open, [users])).rowCount) await delay(500)
  return users
}
