import { blockUser, unblockUser } from '@portal/contracts/admin/user'
import { adminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { notifySessionsEnded } from '../../messages/live/notify.ts'
import type { AccountSecured } from '../dependencies.ts'
import { disableUser, enableUser, endUserStreams } from './service.ts'

export function adminDisablingRoutes(app: App, deps: AppDependencies, accountSecured: AccountSecured): void {
  const { db } = deps

  adminRoute(app, deps, blockUser, async ({ params, body, trx, actor, afterCommit }) => {
    await disableUser(trx, { accountSecured }, params.id, { ...body, actor })
    afterCommit(() => endUserStreams(db, params.id))
  })
  adminRoute(app, deps, unblockUser, async ({ params, body, trx, actor, afterCommit }) => {
    const ended = await enableUser(trx, params.id, { ...body, actor })
    afterCommit(() => notifySessionsEnded(db, ended))
  })
}
