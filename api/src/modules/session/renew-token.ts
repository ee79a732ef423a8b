import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import type { SignedIn } from '../../http/route.ts'
import { notifyTokenRenewed } from '../live/notify.ts'
import { setSessionToken } from './repository.ts'
import { hashToken, newToken } from './token.ts'

/** What the session's cookie has. */
export type RenewedToken = { token: string; remembered: boolean }

/**
 * Continues the user's session under a new token, in the transaction of what makes the previous one invalid, since it may have been
 * stolen. Streams that were opened with that end at the commit. @throws Problem 401 `unauthorized` when the session has ended meanwhile
 */
export async function renewToken(trx: Db, { sessionId }: SignedIn): Promise<RenewedToken> {
  const token = newToken()
  const session = await setSessionToken(trx, sessionId, hashToken(token))
  if (!session) throw new Problem(401, 'unauthorized')
  await notifyTokenRenewed(trx, sessionId)
  return { token, remembered: session.remembered }
}
