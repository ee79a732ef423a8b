import type { Db } from '../../db/connect.ts'
import type { Admission } from '../../http/admission/admission.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { findSession, markSessionSeen } from './repository.ts'
import { endReusedSession, issueSuccessor, markSuccessorUsed, replaceToken } from './rotate-token.ts'
import { hashToken, sessionCookie } from './token.ts'

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of a remembered session that has been used for a day and must be replaced. */
    oldToken: { session: FoundSession; token: string } | null
  }
}

/** Authenticates the caller before anything else of the request is read. */
export function guardSession(app: App, { db, settings }: AppDependencies, admission: Admission): void {
  const cookie = sessionCookie(settings)
  const find = createSessionFinder(db)

  app.decorateRequest('user', null)
  app.decorateRequest('oldToken', null)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    const isOperatorWithoutToken = endpoint?.access === 'admin' && request.operator === null
    if (endpoint?.access !== 'user' && !isOperatorWithoutToken) return
    const token = cookie.read(request)
    const session = token && (await find(token))
    if (!session) throw new Problem(401, 'unauthorized')
    if (session.token_state === 'reused') {
      await endReusedSession(db, session.id, session.user_id)
      throw new Problem(401, 'unauthorized')
    }
    if (session.is_disabled) throw new Problem(401, 'account_disabled')
    if (session.is_locked && !endpoint.whileLocked) throw new Problem(423, 'session_locked')
    admission.learn(request.raw, session.user_id)
    if (session.is_unseen_for_a_minute && !session.is_locked) await markSessionSeen(db, session.id)
    if (session.token_state === 'new_successor') await markSuccessorUsed(db, session)
    if (session.token_state === 'proven_successor') await replaceToken(db, session.id)
    // The server cannot forward a cookie when it renders a page, because the page's headers are already sent.
    const isFromPage = request.headers['sec-fetch-site'] === 'same-origin'
    if (session.token_state === 'current' && session.has_old_token && isFromPage) request.oldToken = { session, token }
    request.user = {
      id: session.user_id,
      sessionId: session.id,
      sessionEndsAt: session.ends_at,
      isLocked: session.is_locked,
      locksAfter: session.locks_after,
    }
  })
  app.addHook('onSend', async ({ oldToken, log }, reply) => {
    // A browser could set the cookie of a stored response again, weeks later.
    const isStored = reply.hasHeader('cache-control') && reply.getHeader('cache-control') !== 'no-store'
    if (!oldToken || isStored) return
    const successor = await issueSuccessor(db, oldToken.session, oldToken.token).catch((err: unknown) => {
      log.warn({ err }, 'the token of a session is not replaced yet')
    })
    if (successor) cookie.write(reply, successor, true)
  })
}

/**
 * Requests that arrive in the same turn of the event loop share one lookup of their session, as the reads of a rendered
 * page do. A later request looks again, so it does not find a session that has ended meanwhile.
 */
function createSessionFinder(db: Db) {
  const lookups = new Map<string, ReturnType<typeof findSession>>()

  return (token: string): ReturnType<typeof findSession> => {
    const find = () => findSession(db, hashToken(token))
    // The request whose lookup it is may be canceled, which must not fail the others.
    const shared = lookups.get(token)?.catch(find)
    if (shared) return shared
    const lookup = find()
    lookups.set(token, lookup)
    setImmediate(() => lookups.delete(token))
    return lookup
  }
}
