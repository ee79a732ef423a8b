import * as contract from '@portal/contracts/team'
import type { App } from '../../http/app-dependencies.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { requireOpen } from '../invitations/invitation.ts'
import { listInvitations } from '../invitations/records.ts'
import { dismissMember, reinstateMember } from './dismissal.ts'
import { sendInvitation } from './invitation-sms.ts'
import { findDismissed, findTeam } from './repository.ts'
import { inviteColleague, requireManager, requireOwnInvitation, revokeInvitation } from './service.ts'

const MAX_INVITATIONS_PER_HOUR = 60

/** The calls of managers for their restaurant. They use the same services as operators. */
export function teamRoutes(app: App, deps: MessageDependencies): void {
  const { db, settings } = deps

  route(app, contract.listTeam, async ({ query: { restId }, user }) => {
    await requireManager(db, user.id, restId)
    return { items: await findTeam(db, restId), dismissed: await findDismissed(db, restId) }
  })
  route(app, contract.listTeamInvitations, async ({ query: { restId }, user }) => {
    await requireManager(db, user.id, restId)
    return { items: await listInvitations(db, settings.origin, { restaurantId: restId, state: 'open' }) }
  })
  route(app, contract.inviteToTeam, async ({ body, user }) => {
    await consumeUserBudget(db, 'team:invitation', user.id, MAX_INVITATIONS_PER_HOUR)
    return await inviteColleague(deps, user.id, body)
  })
  route(app, contract.sendTeamInvitation, async ({ params, user }) => {
    const code = await requireOwnInvitation(db, user.id, params.id)
    await sendInvitation(deps, await requireOpen(db, code), user.id)
  })
  route(app, contract.revokeTeamInvitation, ({ params, user }) => revokeInvitation(deps, user.id, params.id))
  route(app, contract.dismissTeamMember, ({ params, body, user }) => dismissMember(deps, user, params.id, body))
  route(app, contract.reinstateTeamMember, ({ params, user }) => reinstateMember(deps, user.id, params.id))
}
