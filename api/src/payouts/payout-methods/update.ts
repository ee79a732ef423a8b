import type { CardChanges } from '@portal/contracts/bank-card'
import type { SbpPhoneChanges } from '@portal/contracts/sbp-phone'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import type { SignedIn } from '../../http/route.ts'
import { consumeProof, revokeProofs, type VerifiedProof, verifyProof } from '../../identity/confirmation/proof.ts'
import { addSecurityNotice, type NoticeDeps } from '../../identity/security-notice/security-notice.ts'
import { stopRules } from '../auto-withdrawal/stop-rules.ts'
import { toNamedMethod } from './card-digits.ts'
import {
  findPayoutMethod,
  hasOpenPayout,
  lockMethods,
  lockPayoutMethod,
  type MethodType,
  makeDefault,
  saveMethodChanges,
} from './repository.ts'
import { type Directories, requireConnected } from './sbp-connection.ts'
import { auditedMethod } from './titles.ts'

type Deps = { db: Db } & NoticeDeps

/**
 * The maximum of a user's changes of the default in an hour: each is a line of the audit trail, which is stored for
 * years. A user who switches between two cards needs fewer.
 */
const MAX_DEFAULT_CHANGES = 60

/** @throws Problem 404, 409 `default_method`, `method_blocked`, 429 `too_often` */
export async function updateCard(deps: Deps, userId: string, id: string, changes: CardChanges): Promise<void> {
  await updatePayoutMethod(deps, userId, 'card', id, changes)
}

/**
 * Changes a СБП phone. Another bank is another destination of the money, so it requires a proof, and the
 * phone counts as new again.
 * @throws Problem 404, 409 `default_method`, `method_blocked`, `payout_in_progress`, `sbp_phone_exists`, 429
 * `too_often`, 422 `confirmation_required`, `bank_unknown`, `sbp_not_connected`, and the errors of a wrong code
 */
export async function updateSbpPhone(
  deps: Directories & Pick<AppDependencies, 'settings'>,
  user: SignedIn,
  id: string,
  { bank_id, code, passkey, ...changes }: SbpPhoneChanges,
): Promise<void> {
  const { id: userId } = user
  const row = requireFound(await findPayoutMethod(deps.db, userId, 'sbp', id))
  if (bank_id === undefined || bank_id === row.sbp_bank_id) {
    return await updatePayoutMethod(deps, userId, 'sbp', id, changes)
  }

  if (code === undefined && passkey === undefined) {
    throw new Problem(422, 'confirmation_required', { errors: { code: ['confirmation_required'] } })
  }
  const action = { kind: 'sbp_bank', binding_id: id, bank_id } as const
  const proof = await verifyProof(deps, user, action, { code, passkey })
  const phone = row.phone ?? ''
  const bank = await requireConnected(deps, userId, { phone, bankId: bank_id, field: 'bank_id' })
  await updatePayoutMethod(deps, userId, 'sbp', id, { ...changes, bank: { ...bank, proof } }).catch(
    (error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new Problem(409, 'sbp_phone_exists', { errors: { bank_id: ['sbp_phone_exists'] } })
    },
  )
}

/** `proof`: the confirmation of the bank. */
type Changes = CardChanges & { bank?: { id: string; name: string; proof: VerifiedProof } }

/** Reports another bank, and another default, to the owner: a thief could direct the owner's next payout by either. */
export async function updatePayoutMethod(
  deps: Deps,
  userId: string,
  type: MethodType,
  id: string,
  changes: Changes,
): Promise<void> {
  const { label, is_default, bank } = changes
  await deps.db.transaction().execute(async (trx) => {
    await lockMethods(trx, userId)
    // The user is locked before the proofs, because a change of the phone number locks and revokes them in this order.
    if (bank) await lockEnabledUser(trx, userId)
    const row = requireFound(await lockPayoutMethod(trx, userId, type, id))
    if (is_default === false && row.is_default) throw new Problem(409, 'default_method')
    if (is_default && row.status === 'blocked') throw new Problem(409, 'method_blocked')
    // The payout would arrive in another bank than was confirmed.
    if (bank && (await hasOpenPayout(trx, id))) throw new Problem(409, 'payout_in_progress')
    if (bank) {
      await consumeProof(trx, bank.proof)
      // A code that was sent names the previous bank.
      await revokeProofs(trx, userId)
    }
    await saveMethodChanges(trx, id, {
      ...(label !== undefined && { label }),
      ...(bank && { sbp_bank_id: bank.id, bank_name: bank.name, confirmed_at: new Date() }),
    })
    const isNewDefault = is_default === true && !row.is_default
    if (isNewDefault) {
      await consumeUserBudget(trx, 'default-method', userId, MAX_DEFAULT_CHANGES)
      await makeDefault(trx, row)
    }
    if (bank || isNewDefault) {
      const before = { ...auditedMethod(row), default: row.is_default }
      const after = { ...before, ...(bank && { bank: bank.name }), default: row.is_default || isNewDefault }
      await addUserEvent(trx, userId, 'method_changed', { before, after })
    }
    if (bank) {
      const event = { type: 'sbp_bank_changed', phone: row.phone ?? '', bank: bank.name } as const
      await addSecurityNotice(trx, deps, { userId }, event)
      await stopRules(trx, { methodId: id }, 'method_changed')
    } else if (isNewDefault) {
      await addSecurityNotice(
        trx,
        deps,
        { userId },
        { type: 'method_made_default', method: await toNamedMethod(trx, row) },
      )
    }
  })
}
