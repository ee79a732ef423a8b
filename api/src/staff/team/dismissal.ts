import type { Proof } from '@portal/contracts/proof'
import { FREE_DISMISSALS } from '@portal/contracts/team'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { consumeProof, verifyProof } from '../../identity/confirmation/proof.ts'
import { lockSignedInUser } from '../../identity/disabling/disabled-account.ts'
import { dismissEmployee, notifyEmployee, reinstateEmployee } from '../../identity/disabling/service.ts'
import { requireMember, requireUnprotected } from './member.ts'
import { countDismissals, isUndoable, lockRoles } from './repository.ts'

type Deps = Pick<AppDependencies, 'db' | 'settings'>

/**
 * @throws Problem 404, 403 `not_manager`, 409 `manager_protected`, `default_protected`, 422 `confirmation_required`
 * after several dismissals in an hour, and the errors of a wrong code
 */
export async function dismissMember(deps: Deps, user: SignedIn, id: string, proof: Proof = {}): Promise<void> {
  const { db } = deps
  await requireMember(db, user.id, id)
  const isConfirmed = proof.code !== undefined || proof.passkey !== undefined
  const verified = isConfirmed && (await verifyProof(deps, user, { kind: 'dismissal', employee_id: id }, proof))
  await db.transaction().execute(async (trx) => {
    // Lets a manager make one dismissal at a time, so that all of them are counted.
    await lockSignedInUser(trx, user)
    await requireMember(trx, user.id, id)
    const roles = await lockRoles(trx, id)
    requireUnprotected(roles)
    if (roles.is_former) return
    if (verified) await consumeProof(trx, verified)
    else if ((await countDismissals(trx, user.id)) >= FREE_DISMISSALS) {
      throw new Problem(422, 'confirmation_required', { errors: { code: ['confirmation_required'] } })
    }
    await dismissEmployee(trx, deps, id, { actor: { type: 'user', id: user.id } })
  })
  await notifyEmployee(db, id)
}

/** @throws Problem 404, 403 `not_manager`, 409 `not_undoable` */
export async function reinstateMember({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { is_former } = await requireMember(trx, userId, id)
    if (is_former && !(await isUndoable(trx, id))) throw new Problem(409, 'not_undoable')
    await reinstateEmployee(trx, id, { actor: { type: 'user', id: userId } })
  })
  await notifyEmployee(db, id)
}
