import { listColleagues } from '@portal/contracts/colleague'
import { checkDefault, listEmployees } from '@portal/contracts/employee'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { findOwnEmployee, readColleagues, readEmployees } from './repository.ts'

export function employeeRoutes(app: App, { db }: AppDependencies): void {
  route(app, listEmployees, async ({ user }) => ({ items: await readEmployees(db, user.id) }))

  route(app, checkDefault, async ({ params, user }) => {
    const employee = requireFound((await readEmployees(db, user.id)).find(({ id }) => id === params.id))
    return { default: employee.default }
  })

  route(app, listColleagues, async ({ query, user }) => {
    const employee = await findOwnEmployee(db, user.id, query.restId)
    if (!employee.is_default) throw new Problem(403, 'not_default_employee')
    return { items: await readColleagues(db, employee) }
  })
}
