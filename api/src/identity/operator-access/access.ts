import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import type { ChallengeScope } from '../passkeys/repository.ts'

/** `mayRead`: a passkey was used in the session within the last hour. @throws Problem 401 */
export async function readAccess(db: Db, { sessionId }: SignedIn): Promise<{ isOperator: boolean; mayRead: boolean }> {
  const access = await db
    .selectFrom('session')
    .innerJoin('user_account as u', 'u.id', 'session.user_id')
    .select([
      sql<boolean>`'operator' = any(u.rights)`.as('isOperator'),
      sql<boolean>`coalesce(operator_until > now(), false)`.as('mayRead'),
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  if (!access) throw new Problem(401, 'unauthorized')
  return access
}

export async function prolongReads(trx: Db, { sessionId }: SignedIn): Promise<void> {
  await trx
    .updateTable('session')
    .set({ operator_until: sql<Date>`now() + interval '1 hour'` })
    .where('id', '=', sessionId)
    .execute()
}

/** Binds a signature to exactly this request. */
export function changeScope(
  { sessionId }: SignedIn,
  { method, path, body = null }: { method: string; path: string; body?: unknown },
): ChallengeScope {
  const parts = JSON.stringify(['operator_request', method, path, body])
  return { purpose: 'confirmation', sessionId, boundTo: createHash('sha256').update(parts).digest('base64url') }
}
