import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { addSecurityNotice, type NoticeDeps } from '../../identity/security-notice/security-notice.ts'
import { stopRules } from '../auto-withdrawal/stop-rules.ts'
import { toNamedMethod } from './card-digits.ts'
import {
  findOtherMethods,
  hasOpenPayout,
  lockMethods,
  lockPayoutMethod,
  type MethodType,
  makeDefault,
  type OtherMethod,
  saveMethodChanges,
} from './repository.ts'
import { auditedMethod } from './titles.ts'

/**
 * Deletes a method and, in the same transaction, makes `nextDefaultId` the default of its bank. `nextDefaultId` is
 * required when the default method is deleted and another method can become the default.
 * @throws Problem 404, 409 `default_method`, `payout_in_progress`, 422 `next_default_unknown`
 */
export async function deletePayoutMethod(
  deps: { db: Db } & NoticeDeps,
  userId: string,
  type: MethodType,
  id: string,
  nextDefaultId?: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockMethods(trx, userId)
    const method = requireFound(await lockPayoutMethod(trx, userId, type, id))
    const others = await findOtherMethods(trx, method)
    const newDefault =
      nextDefaultId === undefined ? defaultAfterDeletion(method, others) : requireActive(others, nextDefaultId)
    if (await hasOpenPayout(trx, id)) throw new Problem(409, 'payout_in_progress')
    await saveMethodChanges(trx, id, { deleted_at: new Date(), is_default: false })
    if (newDefault) await makeDefault(trx, newDefault)
    await addUserEvent(trx, userId, 'method_removed', { before: auditedMethod(method) })
    await addSecurityNotice(trx, deps, { userId }, { type: 'method_removed', method: await toNamedMethod(trx, method) })
    await stopRules(trx, { methodId: id }, 'method_removed')
  })
}

/** @throws Problem 422 `next_default_unknown` if it is not one of the user's active methods at the same bank */
function requireActive(others: OtherMethod[], nextDefaultId: string): OtherMethod {
  const chosen = others.find(({ id, status }) => id === nextDefaultId && status === 'active')
  if (chosen) return chosen
  throw new Problem(422, 'next_default_unknown', { errors: { nextDefaultId: ['next_default_unknown'] } })
}

/**
 * Returns the method that becomes the default if the user has chosen none.
 * @throws Problem 409 `default_method` if the user has to choose
 */
function defaultAfterDeletion(deleted: { is_default: boolean }, others: OtherMethod[]): OtherMethod | undefined {
  if (!deleted.is_default) return undefined
  if (others.some(({ status }) => status === 'active')) throw new Problem(409, 'default_method')
  // If only blocked methods remain, the oldest one is the default until the user adds another method.
  return others[0]
}
