import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { mayAskAgain, pauseBefore } from '@portal/shared/http/again'
import { ApiError } from '@portal/shared/http/api-error'
import type { Waiter } from '../fixtures/people.ts'
import type { Stack } from './stack.ts'

/** Somebody who is signed in, with a card and with a code for one payout. */
export type Client = { waiter: Waiter; session: string; bindingId: string; code: string }

type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: object
  client?: Client
}

type Answer = { status: number; text: string }

/** What the server said yes to. */
export type Done = { tips: string[]; payouts: string[]; asked: number; repeated: number }

export const tipRubles = 100
export const payoutRubles = 150

/**
 * Clients that ask without a break while `during` lasts, each repeating what the portal's own client repeats: reading
 * twice, an order of money once under its key; the payment side brings its tips again until they are taken. `plain`: also
 * what nobody repeats. @throws ApiError for the first call that fails in spite of it
 */
export async function underLoad(
  stack: Stack,
  clients: readonly Client[],
  { plain }: { plain: boolean },
  during: (done: Readonly<Done>) => Promise<void>,
): Promise<Done> {
  const agent = new Agent({ keepAlive: true, ca: stack.certificate })
  const done: Done = { tips: [], payouts: [], asked: 0, repeated: 0 }
  let over = false

  async function ask({ method, path, headers, body, client }: Call): Promise<Answer> {
    done.asked += 1
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

  /** @throws ApiError for an answer that is no yes, or for none */
  async function call(what: Call): Promise<Answer> {
    const name = `${what.method} ${what.path}`
    const answer = await ask(what).catch((cause) => {
      throw new ApiError(0, { code: name, message: String(cause) })
    })
    if (answer.status >= 400) throw new ApiError(answer.status, { code: name, message: answer.text })
    return answer
  }

  async function repeating(what: Call, mayRepeat: (failures: number, error: unknown) => boolean): Promise<Answer> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await call(what)
      } catch (error) {
        if (!mayRepeat(failures, error)) throw error
        done.repeated += 1
        await delay(pauseBefore(failures))
      }
    }
  }

  const read = (path: string, client?: Client) =>
    repeating({ method: 'GET', path, ...(client && { client }) }, mayAskAgain)

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
    await repeating({ method: 'POST', path: '/api/v1/ingest/tips', headers, body }, mayAskAgain)
    done.tips.push(external_id)
  }

  async function withdraw(client: Client): Promise<void> {
    const key = randomUUID()
    const { waiter, bindingId: binding_id, code } = client
    const body = { kind: 'payout', rest_id: waiter.places[0]?.restId, binding_id, amount: payoutRubles, code }
    await repeating(
      { method: 'POST', path: '/api/v1/user/payout', headers: { 'idempotency-key': key }, body, client },
      (failures, error) => failures < 1 && mayAskAgain(failures, error),
    )
    done.payouts.push(key)
  }

  async function live(client: Client, index: number): Promise<void> {
    const withdrawsIn = 2 + 2 * index
    let round = 0
    for (; !over; round += 1) {
      await read('/', client)
      await read('/api/v1/session/bootstrap', client)
      await bookTip(client)
      await read('/api/v1/user/billing', client)
      if (plain) await call({ method: 'PATCH', path: '/api/v1/user/profile', body: { about: `${round}` }, client })
      // At a moment of its own, so that some are under way whatever happens.
      if (round === withdrawsIn) await withdraw(client)
      await delay(20)
    }
    if (round <= withdrawsIn) await withdraw(client)
  }

  const living = Promise.all(clients.map(live))
  try {
    await Promise.race([during(done), living])
  } finally {
    over = true
    await living.finally(() => agent.destroy())
  }
  return done
}
