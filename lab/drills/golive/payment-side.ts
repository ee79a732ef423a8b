import { createHmac, randomUUID } from 'node:crypto'
import type { Deployment } from './deployment.ts'

export type GuestTip = { restaurant: string; employee: string; amount: number }

/** Books tips by the signed webhook, as docs/tips.md says. */
export async function sendTips({ origin, webhookSecret }: Deployment, tips: readonly GuestTip[]): Promise<void> {
  const data = { tips: tips.map((tip) => ({ external_id: randomUUID(), paid_at: new Date().toISOString(), ...tip })) }
  const body = JSON.stringify({ type: 'tips.booked', data })
  const [id, time] = [randomUUID(), Math.floor(Date.now() / 1000)]
  const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64')
  const response = await fetch(`${origin}/api/v1/webhooks/tips`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`,
    },
    body,
  })
  if (!response.ok) throw new Error(`The webhook is ${response.status}: ${await response.text()}`)
}
