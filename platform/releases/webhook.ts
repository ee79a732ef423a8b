import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

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
/** Between the attempts, of which there is one more. */
const RETRY_INTERVALS_MS = [1_000, 4_000]

/** The settings of whatever changes releases, as the help of commands describes them. */
export const webhookSettings = {
  RELEASE_WEBHOOK: 'an address that receives releases, rejections and ended canaries (docs/deploy.md)',
  RELEASE_WEBHOOK_SECRET: 'signs what it receives: whsec_ and base64 of 32 bytes',
}

/**
 * Returns what sends events to RELEASE_WEBHOOK, signed by https://www.standardwebhooks.com; without that setting it sends nothing.
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
  if (key.length < 24) throw new Error('RELEASE_WEBHOOK_SECRET is not whsec_ and base64 of at least 24 bytes')

  return async ({ type, ...data }) => {
    const id = `msg_${randomUUID()}`
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
    for (let attempt = 0; ; attempt++) {
      const problem = await send(address, { id, body, key })
      const interval = retryIntervalsMs[attempt]
      if (!problem) return
      if (interval === undefined) return report(`RELEASE_WEBHOOK has not received ${type}: ${problem}`)
      await setTimeout(interval)
    }
  }
}

/** Each attempt has its own time and signature, and the same id. Returns why it failed. */
async function send(
  address: string,
  { id, body, key }: { id: string; body: string; key: Buffer },
): Promise<string | undefined> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      // A signed message goes to the configured address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `it responded with ${response.status}`
  } catch (error) {
    return (error as Error).message
  }
}
