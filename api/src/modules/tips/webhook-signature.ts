import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../http/problem.ts'
import { acceptSecret, type Secret } from '../../secrets.ts'

/** A message may be this old, or this far ahead of our clock. */
const TOLERANCE_MS = 5 * 60 * 1000

/** The headers of https://www.standardwebhooks.com: `webhook-signature` has one or more signatures, `v1,<base64>` each. */
export type WebhookMessage = { id: string; timestamp: string; signatures: string[] }

/** Reads what can be checked before the body. @throws Problem 401 `unauthorized`, `stale_message` */
export function readMessage(headers: IncomingHttpHeaders, now = Date.now()): WebhookMessage {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!id || !/^[\x21-\x7e]{1,100}$/.test(id) || !timestamp || !/^\d{1,12}$/.test(timestamp) || !signature) {
    throw new Problem(401, 'unauthorized')
  }
  if (Math.abs(now - Number(timestamp) * 1_000) > TOLERANCE_MS) throw new Problem(401, 'stale_message')
  return { id, timestamp, signatures: signature.split(' ') }
}

/** The signature covers the id, the time and the body. `secrets`: all that are accepted now. */
export function isSigned(
  { id, timestamp, signatures }: WebhookMessage,
  body: string,
  secrets: readonly Secret<Buffer>[],
): boolean {
  return acceptSecret('TIPS_WEBHOOK_SECRET', secrets, (secret) => {
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest()
    return signatures.some((signature) => isSame(signature, expected))
  })
}

function isSame(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false
  const given = Buffer.from(signature.slice(3), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
