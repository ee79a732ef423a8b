import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { findInvitation, type InvitationRow } from './repository.ts'

/**
 * An invitation that can still be used.
 * @param options `lock`: by one at a time
 * @throws Problem 404, 410 `invitation_expired`, 410 `invitation_used`
 */
export async function requireOpen(db: Db, code: string, options?: { lock: boolean }): Promise<InvitationRow> {
  const invitation = await findInvitation(db, code, options)
  if (!invitation) throw new Problem(404, 'not_found')
  if (invitation.used_at && !invitation.reusable) throw new Problem(410, 'invitation_used')
  if (invitation.expired) throw new Problem(410, 'invitation_expired')
  return invitation
}
