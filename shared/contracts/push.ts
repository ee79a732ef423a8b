import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { base64url } from './passkey-assertion.ts'
import { pushPaths } from './push-message.ts'

const Hour = z.int().check(z.minimum(0), z.maximum(23))

/** Hours by the restaurant's clock, such as 23 to 9. */
const QuietHours = z.strictObject({ from: Hour, to: Hour }).check(
  z.refine<{ from: number; to: number }>(({ from, to }) => from !== to, {
    path: ['to'],
    params: { code: 'same_hour' },
  }),
)

/** What is sent to all devices of the user. Messages about changed payout methods are always sent. */
export const PushPreferences = z.strictObject({
  tips: z.boolean(),
  payouts: z.boolean(),
  /** Amounts are in the messages, except on a device that hides them. */
  amounts: z.boolean(),
  /** Messages wait until these hours end; null: they never wait. */
  quiet_hours: z.nullable(QuietHours),
})
export type PushPreferences = z.infer<typeof PushPreferences>

export const PushSettings = z.object({
  /** The portal's key, for the browser to subscribe with. Null if the portal sends no push messages. */
  public_key: z.nullable(z.string()),
  /** Whether this session has a subscription. */
  subscribed: z.boolean(),
  preferences: PushPreferences,
})
export type PushSettings = z.infer<typeof PushSettings>

/** What the browser's `PushSubscription` has. */
export const NewPushSubscription = z.strictObject({
  /** An address at the browser's push service: https on a public host. */
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.strictObject({ p256dh: base64url(100), auth: base64url(40) }),
  /** The portal's key that the subscription was created with. */
  public_key: base64url(100),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

export const getPushSettings = endpoint({
  method: 'GET',
  path: pushPaths.settings,
  summary: 'What the user gets push messages about, and whether this browser gets them',
  access: 'user',
  response: PushSettings,
})

export const updatePushPreferences = endpoint({
  method: 'PATCH',
  path: pushPaths.settings,
  summary: 'Choose what push messages are about, and when they wait',
  access: 'user',
  body: PushPreferences,
  response: PushPreferences,
})

/**
 * Replaces this session's subscription, and ends with the session. The oldest of more than ten ends. 409
 * `push_unavailable` if the portal has no keys or other ones, `endpoint_taken` if another session stores the address at
 * the same moment; 422 `endpoint_not_allowed`, `invalid_keys`; 429 `too_often`.
 */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/user/push/subscription',
  summary: 'Send push messages to this browser',
  access: 'user',
  body: z.extend(NewPushSubscription, { hides_amounts: z.boolean() }),
  response: null,
})

/**
 * The browser has replaced its subscription, or the portal its key. 404 if this session has no subscription, because
 * its user has not opted in.
 */
export const renewPushSubscription = endpoint({
  method: 'POST',
  path: pushPaths.renewal,
  summary: 'Replace the subscription of this browser',
  access: 'user',
  body: NewPushSubscription,
  response: null,
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/user/push/subscription',
  summary: 'Send no push messages to this browser any more',
  access: 'user',
  response: null,
})

/** Later messages count from this moment on. */
export const markPushSeen = endpoint({
  method: 'POST',
  path: '/user/push/seen',
  summary: 'The user has seen the tips in this browser',
  access: 'user',
  priority: 'background',
  body: z.strictObject({ hides_amounts: z.boolean() }),
  response: z.object({
    subscribed: z.boolean(),
    /** The key to subscribe with again, if the portal has replaced the subscription's key. */
    renew_with: z.nullable(z.string()),
  }),
})
