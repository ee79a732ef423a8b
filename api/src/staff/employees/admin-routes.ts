import * as contract from '@portal/contracts/admin/employee'
import { adminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { dismissEmployee, notifyEmployee, reinstateEmployee } from '../../identity/disabling/service.ts'
import { getRestaurant } from '../restaurants/repository.ts'
import { changeEmployee } from './change-employee.ts'
import { notifyEmployees } from './notify-employees.ts'
import { findEmployeeId, getEmployeeRecord, readStaff } from './repository.ts'

export function adminEmployeeRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps

  route(app, contract.listStaff, async ({ params }) => {
    return { items: await readStaff(db, (await getRestaurant(db, params.id)).id) }
  })
  route(app, contract.getStaffMember, async ({ params }) => {
    return await getEmployeeRecord(db, await findEmployeeId(db, params.id))
  })

  adminRoute(app, deps, contract.changeEmployee, async ({ params, body, trx, actor, afterCommit }) => {
    const employee = await changeEmployee(trx, await findEmployeeId(trx, params.id), body, actor)
    // The page of the previous default employee changes, too.
    afterCommit(() => notifyEmployees(db, employee.restaurant.id))
    return employee
  })
  adminRoute(app, deps, contract.dismissEmployee, async ({ params, body, trx, actor, afterCommit }) => {
    const id = await findEmployeeId(trx, params.id)
    await dismissEmployee(trx, deps, id, { ...body, actor })
    afterCommit(() => notifyEmployee(db, id))
  })
  adminRoute(app, deps, contract.reinstateEmployee, async ({ params, body, trx, actor, afterCommit }) => {
    const id = await findEmployeeId(trx, params.id)
    await reinstateEmployee(trx, id, { ...body, actor })
    afterCommit(() => notifyEmployee(db, id))
  })
}
