import * as contract from '@portal/contracts/admin/invitation'
import { importTeam } from '@portal/contracts/admin/team-import'
import { adminRoute, preparedAdminRoute } from '../../base/admin-route.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { type Call, route } from '../../http/route.ts'
import { notifyEmployees } from '../employees/notify-employees.ts'
import { getRestaurant, lockOpenRestaurant } from '../restaurants/repository.ts'
import { importRows } from './import-team.ts'
import { invite, revoke } from './invite.ts'
import { getInvitationRecord, listInvitations } from './records.ts'

/**
 * Lines of files, in hundreds, that a session checks or imports: enough for the largest file and one correction, and
 * too few to find out which phones have an account.
 */
const MAX_HUNDREDS_OF_HOUR = 30

export function adminInvitationRoutes(app: App, deps: AppDependencies): void {
  const { db, settings } = deps
  const { origin } = settings

  route(app, contract.listInvitations, async ({ query: { restaurant, state } }) => {
    const restaurantId = restaurant === undefined ? undefined : (await getRestaurant(db, restaurant)).id
    return { items: await listInvitations(db, origin, { restaurantId, state }) }
  })
  route(app, contract.showInvitation, ({ params }) => getInvitationRecord(db, origin, params.id))

  adminRoute(app, deps, contract.createInvitation, async ({ params, body, trx, actor }) => {
    const { id } = await lockOpenRestaurant(trx, params.id)
    return (await invite(trx, id, body, { origin, actor })).invitation
  })
  adminRoute(app, deps, contract.revokeInvitation, ({ params, body, trx, actor }) =>
    revoke(trx, params.id, { origin, actor, ...body }),
  )
  const limitPhones = async ({ request: { user }, body: { rows } }: Call<typeof importTeam>) => {
    if (user)
      await consumeUserBudget(db, 'operator:import', user.id, MAX_HUNDREDS_OF_HOUR, Math.ceil(rows.length / 100))
  }
  preparedAdminRoute(app, deps, importTeam, limitPhones, async ({ params, body, trx, actor, afterCommit }) => {
    const { id } = await lockOpenRestaurant(trx, params.id)
    afterCommit(() => notifyEmployees(db, id))
    return { items: await importRows(trx, id, body, { origin, actor }) }
  })
}
