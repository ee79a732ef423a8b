import type { NewTeamInvitation, TeamInvitation } from '@portal/contracts/team'
import type { Actor } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { findEmployeeByPhone, findOwnEmployee } from '../employees/repository.ts'
import { invite, revoke } from '../invitations/invite.ts'
import { getInvitationKeys, getInvitationRecord } from '../invitations/records.ts'
import { lockOpenRestaurant } from '../restaurants/repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

const toActor = (userId: string): Actor => ({ type: 'user', id: userId })

/** @throws Problem 404 where the user does not work, 403 `not_manager` */
export async function requireManager(db: Db, userId: string, restaurantId: string): Promise<void> {
  const { is_manager } = await findOwnEmployee(db, userId, restaurantId)
  if (!is_manager) throw new Problem(403, 'not_manager')
}

/**
 * Returns the code of the link. @throws Problem 404, also of a restaurant where the user does not work,
 * 403 `not_manager`
 */
export async function requireOwnInvitation(db: Db, userId: string, id: string): Promise<string> {
  const { restaurant_id, code } = await getInvitationKeys(db, id)
  await requireManager(db, userId, restaurant_id)
  return code
}

/**
 * @throws Problem 404, 403 `not_manager`, 409 `restaurant_closed`, `already_employed`, `employee_dismissed`,
 * `manager_protected`, 422 `personal_invitation`
 */
export async function inviteColleague(
  { db, settings }: Deps,
  userId: string,
  { rest_id, ...wanted }: NewTeamInvitation,
): Promise<TeamInvitation> {
  return await db.transaction().execute(async (trx) => {
    await requireManager(trx, userId, rest_id)
    const { id } = await lockOpenRestaurant(trx, rest_id)
    const known = wanted.phone === undefined ? undefined : await findEmployeeByPhone(trx, id, wanted.phone)
    if (known?.dismissed_at) throw new Problem(409, 'employee_dismissed')
    const { invitation } = await invite(trx, id, wanted, { origin: settings.origin, actor: toActor(userId) })
    // The phone has an operator's invitation, which a manager must not change. The change is rolled back.
    if (invitation.manager) throw new Problem(409, 'manager_protected')
    return invitation
  })
}

/** @throws Problem as `requireOwnInvitation`, 409 `invitation_used`, `manager_protected` */
export async function revokeInvitation({ db, settings }: Deps, userId: string, id: string): Promise<void> {
  const { origin } = settings
  await db.transaction().execute(async (trx) => {
    await requireOwnInvitation(trx, userId, id)
    if ((await getInvitationRecord(trx, origin, id)).manager) throw new Problem(409, 'manager_protected')
    await revoke(trx, id, { origin, actor: toActor(userId) })
  })
}
