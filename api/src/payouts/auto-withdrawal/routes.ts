import * as contract from '@portal/contracts/auto-withdrawal'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { getAutoWithdrawal, setAutoWithdrawal, stopAutoWithdrawal } from './service.ts'

export function autoWithdrawalRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps
  route(app, contract.getAutoWithdrawal, async ({ user, params }) => ({
    rule: await getAutoWithdrawal(db, user.id, params.restId),
  }))
  route(app, contract.setAutoWithdrawal, async ({ user, params, body }) => ({
    rule: await setAutoWithdrawal(deps, user, params.restId, body),
  }))
  route(app, contract.stopAutoWithdrawal, async ({ user, params }) => ({
    rule: await stopAutoWithdrawal(db, user, params.restId),
  }))
}
