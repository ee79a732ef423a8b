import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sendRequest } from '@portal/command/send-request'
import { Webhook } from 'standardwebhooks'

/** What a system outside of the portal receives: names and versions, and no person. */
export type ReleaseEvent = {
  type: 'release.live' | 'release.canary' | 'release.rolled_back' | 'release.canary_ended' | 'release.rejected'
  releases: readonly { name: string; version: string }[]
  /** Of the registry that the event has made; a rejection makes none. */
  sequence?: number | undefined
  /** Of a canary. */
  percent?: number | undefined
  /** Of a rejection. */
  problems?: readonly string[] | undefined
}

/** Sends an event. A failure is only reported: what has happened has happened. */
export type SendEvent = (event: ReleaseEvent) => Promise<void>

type Env = Record<string, string | undefined>

const RESPONSE_TIMEOUT_MS = 5_000
/** The shortest key that the standard allows. */
const MIN_KEY_BYTES = 24
/** Between the attempts, of which there is one more. */
const RETRY_INTERVALS_MS = [1_000, 4_000]

/** The settings of whatever changes releases, as the help of commands describes them. */
export const webhookSettings = {
  RELEASE_WEBHOOK: 'an address that receives releases, rejections and ended canaries (docs/deploy.md)',
  RELEASE_WEBHOOK_SECRET: 'signs what it receives: whsec_ and base64 of 32 bytes',
}

/**
 * Returns what sends events to RELEASE_WEBHOOK, signed by https://www.standardwebhooks.com;
 * without that setting it sends nothing.
 * @throws Error that names the invalid setting
 */
export function webhookFrom(
  { RELEASE_WEBHOOK: address, RELEASE_WEBHOOK_SECRET: secret = '' }: Env,
  report: (line: string) => void,
  retryIntervalsMs: readonly number[] = RETRY_INTERVALS_MS,
): SendEvent {
  if (!address) return async () => {}
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw new Error('RELEASE_WEBHOOK is no address of the web')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length < MIN_KEY_BYTES)
    throw new Error(`RELEASE_WEBHOOK_SECRET is not whsec_ and base64 of at least ${MIN_KEY_BYTES} bytes`)

  return async ({ type, ...data }) => {
    const id = `msg_${randomUUID()}`
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
    for (let attempt = 0; ; attempt++) {
      const problem = await send(address, id, body, new Webhook(key, { format: 'raw' }))
      const interval = retryIntervalsMs[attempt]
      if (!problem) return
      if (interval === undefined) return report(`RELEASE_WEBHOOK has not received ${type}: ${problem}`)
      await setTimeout(interval)
    }
  }
}

/** Each attempt has its own time and signature, and the same id. Returns why it failed. */
async function send(address: string, id: string, body: string, webhook: Webhook): Promise<string | undefined> {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': webhook.sign(id, now, body),
  }
  try {
    const request = { url: address, method: 'POST', headers, body, timeoutMs: RESPONSE_TIMEOUT_MS, ignoresBody: true }
    const { status } = await sendRequest(request)
    return status >= 200 && status <= 299 ? undefined : `it responded with ${status}`
  } catch (error) {
    return (error as Error).message
  }
}
