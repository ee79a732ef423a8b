import { createHmac, randomUUID } from 'node:crypto'
import { serviceToken } from './portal.ts'

const REQUEST_TIMEOUT_MS = 20_000

/** Without an `employeeId` the API rejects the tip. By default the id is new and the tip was paid now. */
export type Tip = { employeeId: string | undefined; rubles: number; id?: string; paidAt?: Date }

/** Returns tips as the payment side sends them. */
export function tipsBody(tips: readonly Tip[]) {
  const entries = tips.map(({ employeeId, rubles, id = randomUUID(), paidAt = new Date() }) => ({
    external_id: id,
    employee_id: employeeId,
    amount: rubles,
    paid_at: paidAt.toISOString(),
  }))
  return { tips: entries }
}

/** Sends tips as the payment side does. */
export function sendTips(origin: string, tips: readonly Tip[], token = serviceToken): Promise<Response> {
  return fetch(`${origin}/api/v1/ingest/tips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(tipsBody(tips)),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
}

/** Sends tips. @throws Error when they are not booked */
export async function bookTips(...args: Parameters<typeof sendTips>): Promise<void> {
  const response = await sendTips(...args)
  if (!response.ok) throw new Error(`The API answered ${response.status} to tips: ${await response.text()}`)
}

/** Sends a message of the payment side that is signed by the secret of its webhook, as docs/integrators.md says. */
export function sendWebhook(origin: string, secret: string, tips: readonly object[]): Promise<Response> {
  const body = JSON.stringify({ type: 'tips.booked', data: { tips } })
  const [id, time] = [randomUUID(), Math.floor(Date.now() / 1_000)]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return fetch(`${origin}/api/v1/webhooks/tips`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
}
