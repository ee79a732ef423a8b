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
  const load = new Load(stack, { unrepeatable })
  const running = Promise.all(clients.map((client, index) => load.run(client, index)))
  try {
    await Promise.race([during(load.progress), running])
  } finally {
    load.end()
    await running.finally(() => load.close())
  }
  return load.progress
}

/** The requests of all clients, until `end`. */
class Load {
  readonly progress: Progress = { tips: [], payouts: [], requests: 0, retried: [] }
  readonly #stack: Stack
  readonly #agent: Agent
  readonly #unrepeatable: boolean
  #isOver = false

  constructor(stack: Stack, { unrepeatable }: { unrepeatable: boolean }) {
    this.#stack = stack
    this.#agent = new Agent({ keepAlive: true, ca: stack.certificate })
    this.#unrepeatable = unrepeatable
  }

  /** Sends the requests of one client until the load ends. */
  async run(client: Client, index: number): Promise<void> {
    const withdrawsIn = 2 + 2 * index
    let round = 0
    for (; !this.#isOver; round += 1) {
      await this.#read('/', client)
      await this.#read('/api/v1/session/bootstrap', client)
      await this.#bookTip(client)
      await this.#read('/api/v1/user/billing', client)
      if (this.#unrepeatable)
        await this.#call({ method: 'PATCH', path: '/api/v1/user/profile', body: { about: `${round}` }, client })
      // Clients withdraw in different rounds, so that some payout is always in progress.
      if (round === withdrawsIn) await this.#withdraw(client)
      await delay(20)
    }
    if (round <= withdrawsIn) await this.#withdraw(client)
  }

  /** Lets each client finish its round. */
  end(): void {
    this.#isOver = true
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy()
  }

  #read(path: string, client: Client): Promise<StatusAndText> {
    return this.#callWithRetries({ method: 'GET', path, client }, mayRetry)
  }

  async #bookTip({ waiter }: Client): Promise<void> {
    const external_id = randomUUID()
    const employee_id = waiter.places[0]?.employeeId
    const body = { tips: [{ external_id, employee_id, amount: tipRubles, paid_at: new Date().toISOString() }] }
    const headers = { authorization: `Bearer ${this.#stack.serviceToken}` }
    await this.#callWithRetries({ method: 'POST', path: '/api/v1/ingest/tips', headers, body }, mayRetry)
    this.progress.tips.push(external_id)
  }

  async #withdraw(client: Client): Promise<void> {
    const key = randomUUID()
    const { waiter, bindingId: binding_id, code } = client
    const body = { kind: 'payout', rest_id: waiter.places[0]?.restId, binding_id, amount: payoutRubles, code }
    await this.#callWithRetries(
      { method: 'POST', path: '/api/v1/user/payout', headers: { 'idempotency-key': key }, body, client },
      (failures, error) => failures < 1 && mayRetry(failures, error),
    )
    this.progress.payouts.push(key)
  }

  async #callWithRetries(what: Call, mayRetry: (failures: number, error: unknown) => boolean): Promise<StatusAndText> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#call(what)
      } catch (error) {
        if (!mayRetry(failures, error)) throw error
        const failure = error instanceof ApiError ? `${error.message}: ${error.problem.message}` : String(error)
        this.progress.retried.push(failure)
        await delay(retryDelayMs(failures))
      }
    }
  }

  /** @throws ApiError for an error response, or if no response arrives */
  async #call(what: Call): Promise<StatusAndText> {
    const name = `${what.method} ${what.path}`
    const response = await this.#send(what).catch((cause) => {
      throw new ApiError(0, { code: name, message: String(cause) })
    })
    if (response.status >= 400) throw new ApiError(response.status, { code: name, message: response.text })
    return response
  }

  async #send({ method, path, headers, body, client }: Call): Promise<StatusAndText> {
    this.progress.requests += 1
    const payload = body && JSON.stringify(body)
    const sending = request(this.#stack.origin + path, {
      agent: this.#agent,
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
}
