import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { countDismissals, getMember } from './repository.ts'
import { requireManager } from './service.ts'

/** Returns a current or former employee, for a manager of the restaurant. @throws Problem 404, 403 `not_manager` */
export async function requireMember(db: Db, userId: string, id: string) {
  const member = requireFound(await getMember(db, id))
  await requireManager(db, userId, member.restaurant_id)
  return member
}

/** Only operators decide about managers and the default employee. @throws Problem 409 */
export function requireUnprotected({ is_manager, is_default }: { is_manager: boolean; is_default: boolean }): void {
  if (is_manager) throw new Problem(409, 'manager_protected')
  if (is_default) throw new Problem(409, 'default_protected')
}

/**
 * Returns the employee whom a manager wants to dismiss, and how many the manager has dismissed in the last hour.
 * @throws Problem as `requireMember` and `requireUnprotected`
 */
export async function planDismissal(db: Db, userId: string, id: string) {
  const member = await requireMember(db, userId, id)
  requireUnprotected(member)
  return { ...member, dismissals: await countDismissals(db, userId) }
}
