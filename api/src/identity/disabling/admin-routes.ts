import { dismissEmployee, reinstateEmployee } from '@portal/contracts/admin/employee'
import { blockUser, unblockUser } from '@portal/contracts/admin/user'
import { adminRoute } from '../../http/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { employeeIdOf } from '../../staff/employees/records.ts'
import { notifySessionsEnded } from '../../messages/live/notify.ts'
import { disableEmployee, disableUser, enableEmployee, enableUser, endStreamsOf, notifyUserOf } from './service.ts'

export function adminDisablingRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  adminRoute(app, deps, blockUser, async ({ params, body, trx, actor, afterCommit }) => {
    await disableUser(trx, params.id, { ...body, actor })
    afterCommit(() => endStreamsOf(db, params.id))
  })
  adminRoute(app, deps, unblockUser, async ({ params, body, trx, actor, afterCommit }) => {
    const ended = await enableUser(trx, params.id, { ...body, actor })
    afterCommit(() => notifySessionsEnded(db, ended))
  })
  adminRoute(app, deps, dismissEmployee, async ({ params, body, trx, actor, afterCommit }) => {
    const id = await employeeIdOf(trx, params.id)
    await disableEmployee(trx, deps, id, { ...body, actor })
    afterCommit(() => notifyUserOf(db, id))
  })
  adminRoute(app, deps, reinstateEmployee, async ({ params, body, trx, actor, afterCommit }) => {
    const id = await employeeIdOf(trx, params.id)
    await enableEmployee(trx, id, { ...body, actor })
    afterCommit(() => notifyUserOf(db, id))
  })
}
