import type { Proof } from '@portal/contracts/proof'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { endCodes } from '../otp/repository.ts'
import { consumeOtp, verifyOtp } from '../otp/service.ts'
import { consumeAssertion, type VerifiedAssertion, verifyAssertion } from '../passkeys/assertion.ts'
import { deleteConfirmationChallenges } from '../passkeys/repository.ts'
import { acceptedBoundTo, boundTo, type ConfirmedAction } from './confirmed-action.ts'

/** A verified code or signature that is not used yet. */
export type VerifiedProof = { otpId: number } | { assertion: VerifiedAssertion }

/**
 * Verifies that the code or the passkey confirms exactly this action. Call it outside of any transaction, so that a
 * wrong guess stays counted.
 * @param quote what the action costs now; a proof for another price confirms nothing
 * @throws Problem 422 `otp_invalid`, `passkey_invalid`, `quote_changed`, 410 `otp_expired`, `passkey_expired`,
 * 429 `otp_blocked`
 */
export async function verifyProof(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  user: SignedIn,
  action: ConfirmedAction,
  proof: Proof,
  quote?: string,
): Promise<VerifiedProof> {
  try {
    return await verify(deps, user, action, proof, quote)
  } catch (error) {
    const isUnknown = error instanceof Problem && error.status === 410
    if (isUnknown && (await hasProofForOtherQuote(deps.db, user, action, quote)))
      throw new Problem(422, 'quote_changed')
    throw error
  }
}

async function verify(
  deps: Pick<AppDependencies, 'db' | 'settings'>,
  user: SignedIn,
  action: ConfirmedAction,
  { code = '', passkey }: Proof,
  quote: string | undefined,
): Promise<VerifiedProof> {
  if (passkey) {
    const scope = { purpose: 'confirmation', sessionId: user.sessionId, boundTo: boundTo(action, quote) } as const
    return { assertion: await verifyAssertion(deps, passkey, scope, user.id) }
  }
  const { kind: purpose } = action
  return { otpId: await verifyOtp(deps, { subject: user.id, purpose, code, boundTo: acceptedBoundTo(action, quote) }) }
}

/** Whether a code was sent, or a signature requested, for the same action at another price. */
async function hasProofForOtherQuote(
  db: Db,
  user: SignedIn,
  action: ConfirmedAction,
  quote: string | undefined,
): Promise<boolean> {
  const isForAction = sql<boolean>`starts_with(bound_to, ${boundTo(action)}) and bound_to <> ${boundTo(action, quote)}
    and expires_at > clock_timestamp()`
  const codes = db.selectFrom('otp').select('bound_to').where('subject', '=', user.id).where('consumed_at', 'is', null)
  const challenges = db.selectFrom('passkey_challenge').select('bound_to').where('session_id', '=', user.sessionId)
  const found = await codes.where(isForAction).unionAll(challenges.where(isForAction)).executeTakeFirst()
  return found !== undefined
}

/** Revokes the unused codes and signatures of a user. Call it when a destination has changed. */
export async function revokeProofs(trx: Db, userId: string): Promise<void> {
  await endCodes(trx, userId)
  await deleteConfirmationChallenges(trx, userId)
}

/** Consumes a proof in the transaction of the action. @throws Problem 410 if another request was faster */
export async function consumeProof(trx: Db, proof: VerifiedProof): Promise<void> {
  if ('otpId' in proof) await consumeOtp(trx, proof.otpId)
  else await consumeAssertion(trx, proof.assertion)
}
