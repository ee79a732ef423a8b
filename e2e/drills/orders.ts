import { randomUUID } from 'node:crypto'
import { addCard, addSbpPhone, type CardOptions, hire, openSession } from '../fixtures/people.ts'
import { type DrillPortal, pageHeaders, serviceToken } from './portal.ts'

export const tipRubles = 1_000
export const orderRubles = 400

export type Order = { userId: string; session: string; key: string; body: object }

/** To a card, whose last four digits decide what the sandbox bank does, or to a phone with these last digits. */
type OrderOptions = CardOptions & { sbp?: string }

/** Prepares a confirmed order without sending it. */
export async function prepareOrder(
  { origin, database }: DrillPortal,
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
          amount: tipRubles,
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

export function sendOrder({ origin }: DrillPortal, { session, key, body }: Order): Promise<Response> {
  return fetch(`${origin}/api/v1/user/payout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, ...pageHeaders(session) },
    body: JSON.stringify(body),
  })
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} is ${response.status}: ${await response.text()}`)
}
