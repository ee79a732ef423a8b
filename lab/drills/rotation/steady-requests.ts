import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '../../../e2e/replicas/stack.ts'
import { type Order, sendOrder } from '../orders.ts'
import { pageHeaders } from '../portal.ts'
import { sendTips } from '../tips.ts'

const PAUSE_MS = 20

/** The numbers of requests and of accepted payouts, and each request that was not answered with 2xx. */
export type Sent = { requests: number; payouts: number; failures: string[] }

/**
 * Sends requests through nginx while `during` runs, and none of them twice: pages, calls and tips of each user, who
 * sends the prepared order once. Each user sends it in another round.
 */
export async function sendRequestsDuring(
  stack: Stack,
  orders: readonly Order[],
  during: () => Promise<void>,
): Promise<Sent> {
  const sent: Sent = { requests: 0, payouts: 0, failures: [] }
  let isOver = false

  /** Returns whether the request was answered with 2xx. */
  async function send(name: string, sending: Promise<Response>): Promise<boolean> {
    sent.requests += 1
    const result = await sending.then(readStatus, (error: Error) => error.message)
    if (result !== 'ok') sent.failures.push(`${name}: ${result}`)
    return result === 'ok'
  }

  async function sendAsUser(order: Order, orderedIn: number): Promise<void> {
    const headers = pageHeaders(order.session)
    const get = (path: string) => send(path, fetch(stack.origin + path, { headers }))
    const withdraw = async () => {
      if (await send('an order', sendOrder(stack, order))) sent.payouts += 1
    }
    const tip = { employeeId: order.user.workplaces[0]?.employeeId, rubles: 100 }
    let round = 0
    for (; !isOver; round += 1) {
      await get('/')
      await get('/api/v1/session/bootstrap')
      await get('/api/v1/user/billing')
      await send('a tip', sendTips(stack.origin, [tip], stack.serviceToken))
      if (round === orderedIn) await withdraw()
      await delay(PAUSE_MS)
    }
    if (round <= orderedIn) await withdraw()
  }

  const running = Promise.all(orders.map((order, index) => sendAsUser(order, 2 + 2 * index)))
  await during().finally(() => {
    isOver = true
  })
  await running
  return sent
}

async function readStatus(response: Response): Promise<string> {
  await response.text()
  return response.ok ? 'ok' : String(response.status)
}
