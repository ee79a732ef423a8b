import { findUser, grantRight, revokeRight, showUser } from '@portal/contracts/admin/user'
import { adminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { grantOperator, revokeOperator } from '../../identity/operator-access/rights.ts'
import { findUserByPhone } from '../../identity/users/repository.ts'
import { setRight } from '../../identity/users/rights.ts'
import { recordView } from './record-view.ts'
import { getUserRecord } from './repository.ts'

/** More than support needs, and too few to find out which phones have an account. */
const MAX_SEARCHES_OF_HOUR = 120

export function adminUserRoutes(app: App, deps: AppDependencies): void {
  route(app, showUser, ({ params }) => getUserRecord(deps.db, params.id))
  route(app, findUser, async ({ body, request, operator }) => {
    if (request.user) await consumeUserBudget(deps.db, 'operator:search', request.user.id, MAX_SEARCHES_OF_HOUR)
    const user = await findUserByPhone(deps.db, body.phone)
    if (!user) return { items: [] }
    await recordView(deps.db, user.id, operator)
    return { items: [await getUserRecord(deps.db, user.id)] }
  })
  adminRoute(app, deps, grantRight, async ({ params, body: { right, reason }, trx, actor }) => {
    if (right === 'operator') await grantOperator(trx, params.id, { actor, reason })
    else await setRight(trx, params.id, right, true, { actor, reason })
  })
  adminRoute(app, deps, revokeRight, async ({ params, body: { right, reason }, trx, actor }) => {
    if (right === 'operator') await revokeOperator(trx, params.id, { actor, reason })
    else await setRight(trx, params.id, right, false, { actor, reason })
  })
}
