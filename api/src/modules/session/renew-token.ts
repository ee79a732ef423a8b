import type { FastifyReply } from 'fastify'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { SignedIn } from '../../http/route.ts'
import { notifyTokenRenewed } from '../live/notify.ts'
import { setSessionToken } from './repository.ts'
import { hashToken, newToken, sessionCookie } from './token.ts'

/**
 * Continues the user's session under a new token; the previous one is invalid, since it may have been stolen. Streams that
 * were opened with it end.
 */
export async function renewToken(
  { db, settings }: Pick<AppDependencies, 'db' | 'settings'>,
  { sessionId }: SignedIn,
  reply: FastifyReply,
): Promise<void> {
  const token = newToken()
  const session = await setSessionToken(db, sessionId, hashToken(token))
  if (!session) return
  sessionCookie(settings).write(reply, token, session.remembered)
  await notifyTokenRenewed(db, sessionId)
}
