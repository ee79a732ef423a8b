import { openOperatorAccess, startOperatorConfirmation } from '@portal/contracts/admin/access'
import { adminRoute } from '../../base/admin-route.ts'
import { addAuditEvent } from '../../base/audit/audit.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { requestOptions } from '../passkeys/assertion.ts'
import { readPasskeys } from '../passkeys/repository.ts'
import { changeScope } from './access.ts'

export function operatorAccessRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  route(app, startOperatorConfirmation, async ({ request: { user }, body }) => {
    if (!user) throw new Problem(403, 'forbidden')
    await consumeUserBudget(db, 'operator:confirmation', user.sessionId, 120)
    const passkeys = (await readPasskeys(db, user.id)).filter((passkey) => passkey.for_operator)
    if (passkeys.length === 0) throw new Problem(409, 'no_passkeys')
    return await requestOptions(deps, changeScope(user, body), passkeys)
  })

  // The confirmation is the whole change.
  adminRoute(app, deps, openOperatorAccess, async ({ trx, actor, request: { user } }) => {
    if (user)
      await addAuditEvent(trx, { action: 'operator_access_opened', subject: { type: 'user', id: user.id }, actor })
  })
}
