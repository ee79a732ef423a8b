import { createHash } from 'node:crypto'
import type { PushMessage } from '@portal/contracts/push-message'
import webPush from 'web-push'
import type { VapidKey } from '../../settings/secrets.ts'
import type { PushSettings } from '../../settings/settings.ts'
import type { MessageKind } from './add-push-events.ts'

/** All messages are padded to this length, so that the length does not reveal an amount. No message is longer. */
const PAYLOAD_BYTES = 1_024
const DAY_SECONDS = 24 * 60 * 60

export type PushTarget = { id: string; endpoint: string; p256dh: string; auth: string }

/**
 * Encrypts a message for the browser (RFC 8291) and signs it with the portal's key (RFC 8292). The push service can
 * read only the recipient, how long to keep the message, and a topic, by which a message replaces the previous one.
 */
export function encryptMessage(
  { id, endpoint, p256dh, auth }: PushTarget,
  { kind, message, key }: { kind: MessageKind; message: PushMessage; key: VapidKey },
  { contact }: PushSettings,
): { endpoint: string; headers: Record<string, string>; body: Buffer } {
  const text = Buffer.alloc(PAYLOAD_BYTES, ' ')
  text.write(JSON.stringify(message))
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: contact, ...key },
    contentEncoding: 'aes128gcm',
    TTL: kind === 'method' ? 7 * DAY_SECONDS : DAY_SECONDS,
    urgency: kind === 'method' ? 'high' : 'normal',
    topic: messageTopic(id, kind),
  })
  return { endpoint, headers, body: body as Buffer }
}

/** The topic does not name the kind, because a push service must not learn who is tipped, and when. */
function messageTopic(subscriptionId: string, kind: MessageKind): string {
  return createHash('sha256').update(`${subscriptionId}:${kind}`).digest('base64url').slice(0, 32)
}
