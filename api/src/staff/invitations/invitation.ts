import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { findInvitation, holdRestaurant, type InvitationRow } from './repository.ts'

/**
 * Requires an invitation that can still be used.
 * @param options `lock`: locks the restaurant and then the invitation, so that one user at a time can use it
 * @throws Problem 404, 410 `invitation_used`
 * @throws Problem 410 `invitation_expired`, also for a revoked invitation and for one of a closed restaurant
 */
export async function requireOpen(db: Db, code: string, options?: { lock: boolean }): Promise<InvitationRow> {
  if (options?.lock) await holdRestaurant(db, code)
  const invitation = requireFound(await findInvitation(db, code, options))
  if (invitation.state === 'used') throw new Problem(410, 'invitation_used')
  if (invitation.state !== 'open' || invitation.closed) throw new Problem(410, 'invitation_expired')
  return invitation
}

/** Requires that the invitation is for this phone or for no phone. @throws Problem 422 `invitation_of_another` */
export function requireInvited(invitation: InvitationRow, phone: string): void {
  if (invitation.phone === null || invitation.phone === phone) return
  throw new Problem(422, 'invitation_of_another', { errors: { phone_number: ['invitation_of_another'] } })
}
