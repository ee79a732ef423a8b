import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { Problem } from '../../http/problem.ts'
import { acceptSecret, type Secret } from '../../settings/secrets.ts'

/** The signed time may differ from the clock by this much. */
const TOLERANCE_MS = 5 * 60 * 1000

/**
 * The headers of https://www.standardwebhooks.com: `webhook-signature` has one or more signatures, `v1,<base64>` each.
 */
export type WebhookHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Reads and checks the headers, before the body is read. @throws Problem 401 `unauthorized`, `stale_message` */
export function readHeaders(headers: IncomingHttpHeaders, now = Date.now()): WebhookHeaders {
  const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!/^[\x21-\x7e]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp) || !signature) {
    throw new Problem(401, 'unauthorized')
  }
  if (Math.abs(now - Number(timestamp) * 1_000) > TOLERANCE_MS) throw new Problem(401, 'stale_message')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/** Whether one of the secrets has signed the id, the time and the body. */
export function isSigned(headers: WebhookHeaders, body: string, secrets: readonly Secret<Buffer>[]): boolean {
  return acceptSecret('TIPS_WEBHOOK_SECRET', secrets, (secret) => {
    try {
      new Webhook(secret, { format: 'raw' }).verify(body, headers)
      return true
    } catch (error) {
      // A signed body that is not JSON is rejected later, by its contract.
      return !(error instanceof WebhookVerificationError)
    }
  })
}
