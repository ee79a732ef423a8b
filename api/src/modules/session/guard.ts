import { onNewest } from '../../db/on-newest.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { Admission } from '../../http/admission/admission.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { inFailover } from '../../http/failover.ts'
import { Problem } from '../../http/problem.ts'
import { findSession } from './repository.ts'
import { endReusedSession, issueSuccessor, useSuccessor } from './rotate-token.ts'
import { hashToken, sessionCookie } from './token.ts'

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of a remembered session that was used for a day, and is to be replaced. */
    oldToken: { session: FoundSession; token: string } | null
  }
}

/** Authenticates the caller before anything else of the request is read. */
export function guardSession(app: App, { db, settings, watch }: AppDependencies, admission: Admission): void {
  const cookie = sessionCookie(settings)

  /**
   * @throws Problem 503 when none is found on a server that may lack newer sessions: with 401 a page would sign its user out. It may
   * also lack that a lock was opened.
   */
  async function findSessionOf(token: string): ReturnType<typeof findSession> {
    const hash = hashToken(token)
    const session = await findSession(db, hash)
    if ((session && !session.locked) || !watch) return session
    return await onNewest(db, watch, (trx) => findSession(trx, hash)).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? inFailover() : error
    })
  }

  app.decorateRequest('user', null)
  app.decorateRequest('oldToken', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint?.access !== 'user') return
    const token = cookie.read(request)
    const session = token && (await findSessionOf(token))
    if (!session) throw new Problem(401, 'unauthorized')
    if (session.token === 'reused') {
      await endReusedSession(db, session.id, session.user_id)
      throw new Problem(401, 'unauthorized')
    }
    if (session.disabled) throw new Problem(401, 'account_disabled')
    if (session.locked && !request.routeOptions.config.endpoint.whileLocked) throw new Problem(423, 'session_locked')
    admission.learn(request.raw, session.user_id)
    const isTried = session.token === 'tried'
    if (isTried || session.token === 'successor') await useSuccessor(db, session, isTried).catch(ignoreUnavailable)
    // A page that is rendered on the server could not pass a cookie on: its headers are sent before.
    const isOfPage = request.headers['sec-fetch-site'] === 'same-origin'
    if (session.token === 'present' && session.has_old_token && isOfPage) request.oldToken = { session, token }
    request.user = {
      id: session.user_id,
      sessionId: session.id,
      sessionEndsAt: session.ends_at,
      isLocked: session.locked,
      locksAfter: session.locks_after,
    }
  })
  app.addHook('onSend', async ({ oldToken, log }, reply) => {
    // A response that a browser stores could set its cookie again, weeks later.
    const isStored = reply.hasHeader('cache-control') && reply.getHeader('cache-control') !== 'no-store'
    if (!oldToken || isStored) return
    const successor = await issueSuccessor(db, oldToken.session, oldToken.token).catch((err: unknown) => {
      log.warn({ err }, 'the token of a session is not replaced yet')
    })
    if (successor) cookie.write(reply, successor, true)
  })
}

/** The successor takes over later, when the database takes writes again. */
function ignoreUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error
}
