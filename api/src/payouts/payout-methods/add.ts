import type * as cardContract from '@portal/contracts/bank-card'
import type { BodyOf } from '@portal/contracts/endpoint'
import type * as phoneContract from '@portal/contracts/sbp-phone'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { isUniqueViolation } from '../../db/error-code.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { consumeProof, type VerifiedProof, verifyProof } from '../../identity/confirmation/proof.ts'
import { lockSignedInUser } from '../../identity/disabling/disabled-account.ts'
import type { SecurityEvent } from '../../identity/security-notice/notice-text.ts'
import { addSecurityNotice, type NoticeDeps } from '../../identity/security-notice/security-notice.ts'
import { getUserRow } from '../../identity/users/repository.ts'
import { paysToCard } from '../../settings/providers.ts'
import { findOwnEmployee } from '../../staff/employees/repository.ts'
import { requireCard } from '../vault/vault.ts'
import { cardExistsProblem, requireNewDigits } from './card-digits.ts'
import { insertPayoutMethod, lockMethods, type NewMethod } from './repository.ts'
import { type Directories, requireConnected } from './sbp-connection.ts'
import { auditedMethod } from './titles.ts'

/**
 * Returns the id of the card.
 * @throws Problem 404, 409 `card_exists`, 422 `card_unknown`, `card_unsupported`, and the errors of a wrong code
 */
export async function addCard(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  user: SignedIn,
  { code, passkey, rest_id, card_token, label = '' }: BodyOf<typeof cardContract.addCard>,
): Promise<string> {
  const { db, settings } = deps
  const { bank, payout_provider } = await findOwnEmployee(db, user.id, rest_id)
  const proof = await verifyProof(deps, user, { kind: 'card', card_token }, { code, passkey })
  const stored = await requireCard(db, settings.vaultKeys, card_token)
  const { mask, last4, network, issuer, provider } = stored
  if (!paysToCard(payout_provider ?? settings.payouts.providers.default, provider)) {
    throw new Problem(422, 'card_unsupported', { errors: { card_token: ['card_unsupported'] } })
  }
  const card = { type: 'card', card_token, mask, last4, network, bank_name: issuer } as const
  const event = { type: 'card_added', last4: stored.hasKnownDigits ? last4 : null } as const
  const hold = async (trx: Db) => {
    await requireNewDigits(trx, user.id, stored)
    // The card is locked until the method is added, so the deletion of another account with this card keeps it.
    await requireCard(trx, settings.vaultKeys, card_token)
  }
  return await addPayoutMethod(
    deps,
    user,
    { bank, label, ...card },
    { proof, exists: cardExistsProblem(), event, hold },
  )
}

/**
 * Returns the id of the phone.
 * @throws Problem 404, 409 `sbp_phone_exists`, 422 `bank_unknown`, `sbp_not_connected`, and the errors of a wrong code
 */
export async function addSbpPhone(
  deps: Directories & Pick<AppDependencies, 'settings'>,
  user: SignedIn,
  { code, passkey, rest_id, bank_id, label = '', ...account }: BodyOf<typeof phoneContract.addSbpPhone>,
): Promise<string> {
  const { bank } = await findOwnEmployee(deps.db, user.id, rest_id)
  const phone = account.phone ?? (await getUserRow(deps.db, user.id)).phone
  const proof = await verifyProof(deps, user, { kind: 'sbp', phone, bank_id }, { code, passkey })
  const { name } = await requireConnected(deps, user.id, { phone, bankId: bank_id, field: 'phone' })
  const method = { type: 'sbp', phone, sbp_bank_id: bank_id, bank_name: name } as const
  const exists = new Problem(409, 'sbp_phone_exists', { errors: { phone: ['sbp_phone_exists'] } })
  const event = { type: 'sbp_phone_added', phone, bank: name } as const
  return await addPayoutMethod(deps, user, { bank, label, ...method }, { proof, exists, event })
}

/** `exists` is thrown if the user has the method already. `hold` locks the card that the method refers to. */
type Addition = {
  proof: VerifiedProof
  exists: Problem
  event: SecurityEvent
  hold?: (trx: Db) => Promise<void>
}

/**
 * Stores the method and consumes the proof in one transaction. A recovery that has ended the session
 * meanwhile leaves no method of a thief.
 */
async function addPayoutMethod(
  deps: Pick<AppDependencies, 'db'> & NoticeDeps,
  user: SignedIn,
  method: Omit<NewMethod, 'user_id'>,
  { proof, exists, event, hold }: Addition,
): Promise<string> {
  return await deps.db
    .transaction()
    .execute(async (trx) => {
      await lockMethods(trx, user.id)
      await lockSignedInUser(trx, user)
      await consumeProof(trx, proof)
      await hold?.(trx)
      const row = { user_id: user.id, ...method }
      const id = await insertPayoutMethod(trx, { ...row, confirmed_at: new Date() })
      await addUserEvent(trx, user.id, 'method_added', { after: auditedMethod({ ...row, id }) })
      await addSecurityNotice(trx, deps, { userId: user.id }, event)
      return id
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? exists : error
    })
}
