import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { addCard, addSbpPhone, type CardOptions, hire, openSession } from '../../e2e/fixtures/people.ts'
import { type DrillPortal, pageHeaders, serviceToken } from './portal.ts'

export const earnedRubles = 1_000
export const orderRubles = 400

/** Where orders are sent to, and the database behind it. */
export type OrderPortal = Pick<DrillPortal, 'origin' | 'database'>

export type Order = { userId: string; session: string; key: string; body: object }

/** To a card, whose last four digits decide what the sandbox bank does, or to a phone with these last digits. */
type OrderOptions = CardOptions & { sbp?: string }

/** Prepares a confirmed order without sending it. */
export async function prepareOrder(
  { origin, database }: OrderPortal,
  { sbp, ...card }: OrderOptions = {},
): Promise<Order> {
  const waiter = await hire(database)
  const place = waiter.places[0]
  if (sbp) await addSbpPhone(database, waiter, { bankId: '100000000004', last2: sbp })
  else await addCard(database, waiter.id, card)
  const session = await openSession(database, waiter.id)
  await post(
    `${origin}/api/v1/ingest/tips`,
    { authorization: `Bearer ${serviceToken}` },
    {
      tips: [
        {
          external_id: randomUUID(),
          employee_id: place?.employeeId,
          amount: earnedRubles,
          paid_at: new Date().toISOString(),
        },
      ],
    },
  )
  await post(`${origin}/api/v1/otp/send/user/${waiter.id}`, pageHeaders(session), { purpose: 'payout' })
  const code = await database.query('select code from sandbox.sms where phone = $1 order by id desc', [waiter.phone])
  const binding = await database.query('select id from payout_binding where user_id = $1', [waiter.id])
  return {
    userId: waiter.id,
    session,
    key: randomUUID(),
    body: {
      kind: 'payout',
      rest_id: place?.restId,
      binding_id: binding.rows[0]?.id,
      amount: orderRubles,
      code: code.rows[0]?.code,
    },
  }
}

export function sendOrder(
  { origin }: Pick<OrderPortal, 'origin'>,
  { session, key, body }: Pick<Order, 'session' | 'key' | 'body'>,
): Promise<Response> {
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
    if (response.status !== 201) throw new Error(`An order is ${response.status}: ${await response.text()}`)
  }
}

/** Waits until no payout of these orders is in progress. Returns the ids of their users. */
export async function untilFinished(database: pg.Pool, orders: readonly Order[]): Promise<string[]> {
  const users = orders.map(({ userId }) => userId)
  const open = `select from payout where user_id = any($1) and status in ('pending', 'processing')`
  while ((await database.query(open, [users])).rowCount) await delay(500)
  return users
}

/** Sends JSON. @throws Error for a response that is not successful */
export async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} is ${response.status}: ${await response.text()}`)
}
