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

/** Which messages all devices of the user get. Messages about changed payout methods are always sent. */
export const PushPreferences = z.strictObject({
  tips: z.boolean(),
  payouts: z.boolean(),
  /** Messages contain amounts, except on a device that hides them. */
  amounts: z.boolean(),
  /** Messages wait until these hours end. Null: they never wait. */
  quiet_hours: z.nullable(QuietHours),
})
export type PushPreferences = z.infer<typeof PushPreferences>

/** Only what has changed, so that two open pages do not overwrite each other. */
export const ChangedPushPreferences = z.strictObject({
  tips: z.optional(z.boolean()),
  payouts: z.optional(z.boolean()),
  amounts: z.optional(z.boolean()),
  quiet_hours: z.optional(z.nullable(QuietHours)),
})
export type ChangedPushPreferences = z.infer<typeof ChangedPushPreferences>

export const PushSettings = z.object({
  /** The portal's public key, which the browser needs to subscribe. Null if the portal sends no push messages. */
  public_key: z.nullable(z.string()),
  /** Whether this session has a subscription. */
  subscribed: z.boolean(),
  preferences: PushPreferences,
})
export type PushSettings = z.infer<typeof PushSettings>

/** The fields of the browser's `PushSubscription`. */
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
  summary: 'Get the user’s choice of push messages, and whether this browser receives them',
  access: 'user',
  response: PushSettings,
})

export const updatePushPreferences = endpoint({
  method: 'PATCH',
  path: pushPaths.settings,
  summary: 'Choose which push messages the user gets, and the hours in which they wait',
  access: 'user',
  body: ChangedPushPreferences,
  response: PushPreferences,
})

/**
 * Replaces the subscription of this session. It ends with the session. A user has ten subscriptions at most; the oldest
 * one ends. 409 `push_unavailable`: the portal has no key, or another one than `public_key`. 409 `endpoint_taken`:
 * another session stores the same address at the same moment. 422 `endpoint_not_allowed`, `invalid_keys`. 429
 * `too_often`.
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
 * Called when the browser has replaced its subscription, or the portal its key. 404 if this session has no
 * subscription: its user has not asked for messages.
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
  summary: 'Stop push messages to this browser',
  access: 'user',
  response: null,
})

/** The number in later messages counts only what comes after this moment. */
export const markPushSeen = endpoint({
  method: 'POST',
  path: '/user/push/seen',
  summary: 'Report that the user has seen the tips in this browser',
  access: 'user',
  priority: 'background',
  body: z.strictObject({ hides_amounts: z.boolean() }),
  response: z.object({
    subscribed: z.boolean(),
    /** The key to subscribe with again, if the portal has replaced the subscription's key. */
    renew_with: z.nullable(z.string()),
  }),
})
