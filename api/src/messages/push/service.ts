import { ECDH } from 'node:crypto'
import type { BodyOf, ResponseOf } from '@portal/contracts/endpoint'
import type {
  ChangedPushPreferences,
  markPushSeen,
  NewPushSubscription,
  PushPreferences,
  PushSettings,
  subscribeToPush,
} from '@portal/contracts/push'
import { holdSession } from '../../base/accounts/living-sessions.ts'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import type { SignedIn } from '../../http/route.ts'
import { isPushEndpoint } from './public-address.ts'
import {
  findSubscription,
  forgetSeen,
  readPreferences,
  replaceSubscription,
  storePreferences,
  storeSubscription,
} from './repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/** Bytes of the secret that a browser and the portal share (RFC 8291). */
const AUTH_BYTES = 16

export async function readPushSettings({ db, settings }: Deps, user: SignedIn): Promise<PushSettings> {
  return {
    public_key: settings.push?.keys[0].value.publicKey ?? null,
    subscribed: (await findSubscription(db, user)) !== undefined,
    preferences: await readPreferences(db, user.id),
  }
}

export async function changePreferences(
  db: Db,
  user: SignedIn,
  changed: ChangedPushPreferences,
): Promise<PushPreferences> {
  return await db.transaction().execute((trx) => storePreferences(trx, user.id, changed))
}

/** A browser subscribes once after each start, and again when its push service has replaced the subscription. */
const MAX_CHANGES_AN_HOUR = 60

/**
 * @throws Problem 409 `push_unavailable`, 422 `endpoint_not_allowed`, `invalid_keys`, 429 `too_often`, 403
 * `account_disabled`, 401 for a session that has ended meanwhile, 409 `endpoint_taken` when another session has stored
 * the same address at the same moment
 */
export async function subscribe(deps: Deps, user: SignedIn, body: BodyOf<typeof subscribeToPush>): Promise<void> {
  await changeSubscription(deps, user, body, (trx) => storeSubscription(trx, user, body))
}

/** @throws Problem 404, and as `subscribe` */
export async function renew(deps: Deps, user: SignedIn, body: NewPushSubscription): Promise<void> {
  await changeSubscription(deps, user, body, async (trx) => {
    if (!(await replaceSubscription(trx, user, body))) throw new Problem(404, 'not_found')
  })
}

async function changeSubscription(
  deps: Deps,
  user: SignedIn,
  subscription: NewPushSubscription,
  store: (trx: Db) => Promise<void>,
): Promise<void> {
  requireUsable(deps, subscription)
  await consumeUserBudget(deps.db, 'push', user.id, MAX_CHANGES_AN_HOUR)
  await deps.db
    .transaction()
    .execute(async (trx) => {
      // Blocking the user ends the subscriptions that it finds.
      await lockEnabledUser(trx, user.id)
      // Locks the session before its subscription, in the order in which ending a session locks them.
      if (!(await holdSession(trx, user.sessionId))) throw new Problem(401, 'unauthorized')
      await store(trx)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem(409, 'endpoint_taken') : error
    })
}

export async function markSeen(
  { db, settings }: Deps,
  user: SignedIn,
  { hides_amounts }: BodyOf<typeof markPushSeen>,
): Promise<ResponseOf<typeof markPushSeen>> {
  const subscription = await findSubscription(db, user)
  if (!subscription) return { subscribed: false, renew_with: null }
  await forgetSeen(db, user, hides_amounts)
  const current = settings.push?.keys[0].value.publicKey ?? null
  return { subscribed: true, renew_with: subscription.public_key === current ? null : current }
}

function requireUsable({ settings: { push } }: Deps, { endpoint, keys, public_key }: NewPushSubscription): void {
  if (!push?.keys.some(({ value }) => value.publicKey === public_key)) throw new Problem(409, 'push_unavailable')
  if (!isPushEndpoint(endpoint, push)) throw new Problem(422, 'endpoint_not_allowed')
  if (!isPublicKey(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== AUTH_BYTES) {
    throw new Problem(422, 'invalid_keys')
  }
}

/** Whether it is a point of the curve. No message could be encrypted for any other key. */
function isPublicKey(p256dh: string): boolean {
  try {
    const key = ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'uncompressed')
    return Buffer.from(p256dh, 'base64url').equals(key as Buffer)
  } catch {
    return false
  }
}
