import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { Problem } from '../../http/problem.ts'
import { acceptSecret, type Secret } from '../../settings/secrets.ts'

/** A message may be this old, or this far ahead of our clock. */
const TOLERANCE_MS = 5 * 60 * 1000

/**
 * The headers of https://www.standardwebhooks.com: `webhook-signature` has one or more signatures, `v1,<base64>` each.
 */
export type WebhookHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Reads what can be checked before the body. @throws Problem 401 `unauthorized`, `stale_message` */
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

/** The signature covers the id, the time and the body. `secrets`: all that are accepted now. */
export function isSigned(headers: WebhookHeaders, body: string, secrets: readonly Secret<Buffer>[]): boolean {
  return acceptSecret('TIPS_WEBHOOK_SECRET', secrets, (secret) => {
    try {
      new Webhook(secret, { format: 'raw' }).verify(body, headers)
      return true
    } catch (error) {
      // A signed body that is no JSON is rejected by its contract.
      return !(error instanceof WebhookVerificationError)
    }
  })
}
