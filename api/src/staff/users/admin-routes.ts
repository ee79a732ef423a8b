import { findUser, grantRight, revokeRight, showUser } from '@portal/contracts/admin/user'
import { adminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { findUserByPhone } from '../../identity/users/repository.ts'
import { setRight } from '../../identity/users/rights.ts'
import { getUserRecord } from './repository.ts'

export function adminUserRoutes(app: App, deps: AppDependencies): void {
  route(app, showUser, ({ params }) => getUserRecord(deps.db, params.id))
  adminRoute(app, deps, findUser, async ({ body, trx }) => {
    const user = await findUserByPhone(trx, body.phone)
    return { items: user ? [await getUserRecord(trx, user.id)] : [] }
  })
  adminRoute(app, deps, grantRight, async ({ params, body: { right, reason }, trx, actor }) => {
    await setRight(trx, params.id, right, true, { actor, reason })
  })
  adminRoute(app, deps, revokeRight, async ({ params, body: { right, reason }, trx, actor }) => {
    await setRight(trx, params.id, right, false, { actor, reason })
  })
}
