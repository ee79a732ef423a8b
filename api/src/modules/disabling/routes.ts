import * as contract from '@portal/contracts/operator'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { disableEmployee, disableUser, enableEmployee, enableUser } from './service.ts'

/** Endpoints by which operators disable and enable users. The calling service has signed the operator in. */
export function disablingRoutes(app: App, { db }: AppDependencies): void {
  route(app, contract.disableUser, ({ params, body }) => disableUser(db, params.id, body))
  route(app, contract.enableUser, ({ params, body }) => enableUser(db, params.id, body))
  route(app, contract.disableEmployee, ({ params, body }) => disableEmployee(db, params.id, body))
  route(app, contract.enableEmployee, ({ params, body }) => enableEmployee(db, params.id, body))
}
