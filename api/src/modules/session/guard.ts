import type { Admission } from '../../http/admission/admission.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { findSession } from './repository.ts'
import { hashToken, sessionCookie } from './token.ts'

/** Authenticates the caller before anything else of the request is read. */
export function guardSession(app: App, { db, settings }: AppDependencies, admission: Admission): void {
  const cookie = sessionCookie(settings)
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint?.access !== 'user') return
    const token = cookie.read(request)
    const session = token && (await findSession(db, hashToken(token)))
    if (!session) throw new Problem(401, 'unauthorized')
    if (session.disabled) throw new Problem(401, 'account_disabled')
    admission.learn(request.raw, session.user_id)
    request.user = { id: session.user_id, sessionId: session.id, sessionEndsAt: session.ends_at }
  })
}
