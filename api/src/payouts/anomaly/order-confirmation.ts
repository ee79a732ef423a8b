import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { VerifiedProof } from '../../identity/confirmation/proof.ts'

/** The second confirmation expires after this time. */
const CONFIRMATION_LIFETIME_SECONDS = 15 * 60

/** The first confirmation of an unusual order: `boundTo` as in confirmed-action.ts, `key` its idempotency key. */
export type FirstConfirmation = { userId: string; boundTo: string; proof: 'code' | 'passkey'; key: string }

export function proofKind(proof: VerifiedProof): FirstConfirmation['proof'] {
  return 'otpId' in proof ? 'code' : 'passkey'
}

/**
 * Returns whether a proof is valid as the second confirmation. After a passkey it must be a code, because the same
 * finger proves nothing new. After a code it is a passkey or another code, because not every user has a passkey.
 */
export function isSecondConfirmation(first: FirstConfirmation['proof'], second: VerifiedProof): boolean {
  return first === 'code' || proofKind(second) === 'code'
}

/** Finds the first confirmation of an order, unless it has expired. */
export async function findConfirmation(
  db: Db,
  userId: string,
  boundTo: string,
): Promise<FirstConfirmation | undefined> {
  return await db
    .selectFrom('order_confirmation')
    .select(['user_id as userId', 'bound_to as boundTo', 'proof', 'idempotency_key as key'])
    .where('user_id', '=', userId)
    .where('bound_to', '=', boundTo)
    .where('confirmed_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${CONFIRMATION_LIFETIME_SECONDS})`)
    .executeTakeFirst()
}

export async function addConfirmation(trx: Db, { userId, boundTo, proof, key }: FirstConfirmation): Promise<void> {
  const confirmed = { proof, idempotency_key: key, confirmed_at: sql<Date>`clock_timestamp()` }
  await trx
    .insertInto('order_confirmation')
    .values({ user_id: userId, bound_to: boundTo, ...confirmed })
    .onConflict((conflict) => conflict.columns(['user_id', 'bound_to']).doUpdateSet(confirmed))
    .execute()
}

/** Deletes the first confirmation, if any. Runs in the order's transaction, so that a failed order keeps it. */
export async function consumeConfirmation(trx: Db, userId: string, boundTo: string): Promise<void> {
  await trx.deleteFrom('order_confirmation').where('user_id', '=', userId).where('bound_to', '=', boundTo).execute()
}

export function confirmAgainProblem(): Problem {
  return new Problem(422, 'confirm_again')
}
