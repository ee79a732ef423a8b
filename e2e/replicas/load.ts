import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@portal/shared/http/api-error'
import { mayRetry, retryDelayMs } from '@portal/shared/http/retry'
import type { Waiter } from '../fixtures/people.ts'
import type { Stack } from './stack.ts'

/** A signed-in user with a card, and a code for one payout. */
export type Client = { waiter: Waiter; session: string; bindingId: string; code: string }

type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: object
  client?: Client
}

type StatusAndText = { status: number; text: string }

/** Accepted tips and payouts, the number of requests, and the failed requests that were sent again. */
export type Progress = { tips: string[]; payouts: string[]; requests: number; retried: string[] }

export const tipRubles = 100
export const payoutRubles = 150

/**
 * Sends requests without a break while `during` runs. Clients retry what the portal's own client retries: a read twice,
 * a money order once under its idempotency key. The payment side retries its tips until they are accepted. With
 * `unrepeatable`, clients also send requests that are never retried.
 * @throws ApiError for the first request that fails anyway
 */
export async function underLoad(
  stack: Stack,
  clients: readonly Client[],
  { unrepeatable }: { unrepeatable: boolean },
  during: (progress: Readonly<Progress>) => Promise<void>,
): Promise<Progress> {
  const agent = new Agent({ keepAlive: true, ca: stack.certificate })
  const progress: Progress = { tips: [], payouts: [], requests: 0, retried: [] }
  let over = false

  async function send({ method, path, headers, body, client }: Call): Promise<StatusAndText> {
    progress.requests += 1
    const payload = body && JSON.stringify(body)
    const sending = request(stack.origin + path, {
      agent,
      method,
      headers: {
        accept: 'text/html,application/json',
        'sec-fetch-site': 'same-origin',
        'x-requested-with': 'portal',
        ...(client && { cookie: `__Host-session=${client.session}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    sending.end(payload)
    const [response] = await once(sending, 'response')
    return { status: response.statusCode, text: await text(response) }
  }

  /** @throws ApiError for an error response, or if no response arrives */
  async function call(what: Call): Promise<StatusAndText> {
    const name = `${what.method} ${what.path}`
    const response = await send(what).catch((cause) => {
      throw new ApiError(0, { code: name, message: String(cause) })
    })
    if (response.status >= 400) throw new ApiError(response.status, { code: name, message: response.text })
    return response
  }

  async function withRetries(
    what: Call,
    mayRetry: (failures: number, error: unknown) => boolean,
  ): Promise<StatusAndText> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await call(what)
      } catch (error) {
        if (!mayRetry(failures, error)) throw error
        progress.retried.push(error instanceof ApiError ? `${error.message}: ${error.problem.message}` : String(error))
        await delay(retryDelayMs(failures))
      }
    }
  }

  const read = (path: string, client?: Client) =>
    withRetries({ method: 'GET', path, ...(client && { client }) }, mayRetry)

  async function bookTip({ waiter }: Client): Promise<void> {
    const external_id = randomUUID()
    const body = {
      tips: [
        {
          external_id,
          employee_id: waiter.places[0]?.employeeId,
          amount: tipRubles,
          paid_at: new Date().toISOString(),
        },
      ],
    }
    const headers = { authorization: `Bearer ${stack.serviceToken}` }
    await withRetries({ method: 'POST', path: '/api/v1/ingest/tips', headers, body }, mayRetry)
    progress.tips.push(external_id)
  }

  async function withdraw(client: Client): Promise<void> {
    const key = randomUUID()
    const { waiter, bindingId: binding_id, code } = client
    const body = { kind: 'payout', rest_id: waiter.places[0]?.restId, binding_id, amount: payoutRubles, code }
    await withRetries(
      { method: 'POST', path: '/api/v1/user/payout', headers: { 'idempotency-key': key }, body, client },
      (failures, error) => failures < 1 && mayRetry(failures, error),
    )
    progress.payouts.push(key)
  }

  async function run(client: Client, index: number): Promise<void> {
    const withdrawsIn = 2 + 2 * index
    let round = 0
    for (; !over; round += 1) {
      await read('/', client)
      await read('/api/v1/session/bootstrap', client)
      await bookTip(client)
      await read('/api/v1/user/billing', client)
      if (unrepeatable)
        await call({ method: 'PATCH', path: '/api/v1/user/profile', body: { about: `${round}` }, client })
      // Clients withdraw in different rounds, so that some payout is always in progress.
      if (round === withdrawsIn) await withdraw(client)
      await delay(20)
    }
    if (round <= withdrawsIn) await withdraw(client)
  }

  const running = Promise.all(clients.map(run))
  try {
    await Promise.race([during(progress), running])
  } finally {
    over = true
    await running.finally(() => agent.destroy())
  }
  return progress
}
