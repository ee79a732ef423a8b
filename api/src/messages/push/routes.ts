import {
  getPushSettings,
  markPushSeen,
  renewPushSubscription,
  subscribeToPush,
  unsubscribeFromPush,
  updatePushPreferences,
} from '@portal/contracts/push'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { deleteSessionSubscription } from './repository.ts'
import * as push from './service.ts'

export function pushRoutes(app: App, deps: AppDependencies): void {
  route(app, getPushSettings, async ({ user }) => await push.readPushSettings(deps, user))
  route(app, updatePushPreferences, async ({ user, body }) => await push.changePreferences(deps.db, user, body))
  route(app, subscribeToPush, async ({ user, body }) => await push.subscribe(deps, user, body))
  route(app, renewPushSubscription, async ({ user, body }) => await push.renew(deps, user, body))
  route(app, unsubscribeFromPush, async ({ user }) => await deleteSessionSubscription(deps.db, user))
  route(app, markPushSeen, async ({ user, body }) => await push.markSeen(deps, user, body))
}
