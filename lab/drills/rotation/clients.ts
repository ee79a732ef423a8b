import { randomUUID } from 'node:crypto'
import { incomingTips } from '@portal/test-kit/tips'
import type pg from 'pg'
import { addSbpPhone, hire, openSession } from '../../../e2e/fixtures/people.ts'
import { type Client, payoutRubles } from '../../../e2e/replicas/load.ts'
import type { Replica, Stack } from '../../../e2e/replicas/stack.ts'
import { pageHeaders } from '../portal.ts'

/** Creates a user with a phone of СБП, money for a payout, and a code for it that an API has sent. */
export async function hireClient(stack: Stack, database: pg.Pool, { address }: Replica): Promise<Client> {
  const waiter = await hire(database)
  const session = await openSession(database, waiter.id)
  await addSbpPhone(database, waiter, { bankId: '100000000004' })
  const headers = pageHeaders(session)
  await send(
    `${address}/api/v1/ingest/tips`,
    { authorization: `Bearer ${stack.serviceToken}` },
    incomingTips(waiter, [{ amount: payoutRubles }]),
  )
  await send(`${address}/api/v1/otp/send/user/${waiter.id}`, headers, { purpose: 'payout' })
  const { rows } = await database.query('select id from payout_binding where user_id = $1', [waiter.id])
  return { waiter, session, bindingId: rows[0]?.id, code: String(stack.sms.codeFor(waiter.phone)) }
}

/** Orders the payout at an API. Returns the status of the response. */
export async function orderAt({ address }: Replica, { waiter, session, bindingId, code }: Client): Promise<number> {
  const response = await fetch(`${address}/api/v1/user/payout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...pageHeaders(session) },
    body: JSON.stringify({
      kind: 'payout',
      rest_id: waiter.places[0]?.restId,
      binding_id: bindingId,
      amount: payoutRubles,
      code,
    }),
  })
  await response.body?.cancel()
  return response.status
}

async function send(url: string, headers: Record<string, string>, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} is ${response.status}: ${text}`)
}
