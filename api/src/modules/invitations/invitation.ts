import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findInvitation, type InvitationRow } from './repository.ts'

/**
 * Requires an invitation that can still be used.
 * @param options `lock`: locks its row, so that one user at a time uses it
 * @throws Problem 404, 410 `invitation_expired`, 410 `invitation_used`
 */
export async function requireOpen(db: Db, code: string, options?: { lock: boolean }): Promise<InvitationRow> {
  const invitation = await findInvitation(db, code, options)
  if (!invitation) throw new Problem(404, 'not_found')
  if (invitation.used_at && !invitation.reusable) throw new Problem(410, 'invitation_used')
  if (invitation.expired) throw new Problem(410, 'invitation_expired')
  return invitation
}
