import { acceptInvitation, getInvitation, joinRestaurant } from '@portal/contracts/invitation'
import { isRemembered } from '@portal/contracts/session'
import type { App } from '../../http/app-dependencies.ts'
import { consumeUserBudget, limitMisses } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { findRequester } from '../../identity/devices/requester.ts'
import { replaceSession } from '../../identity/session/replace-session.ts'
import { findSession } from '../../identity/session/repository.ts'
import { getUser, openSession } from '../../identity/session/service.ts'
import { hashToken, sessionCookie } from '../../identity/session/token.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { readEmployees } from '../employees/repository.ts'
import { requireOpen } from './invitation.ts'
import { findEmployment } from './repository.ts'
import { type JoinEvents, join, register } from './service.ts'

/** The limit prevents guessing links. */
const MISSES = { what: 'invitation', max: 120 }

export function invitationRoutes(app: App, deps: MessageDependencies, events: JoinEvents): void {
  const { db, settings } = deps
  const cookie = sessionCookie(settings)

  route(app, getInvitation, async ({ params, request }) => {
    const limit = { ...MISSES, ip: request.ip }
    const { name, restaurant_id, expires_at } = await limitMisses(db, limit, () => requireOpen(db, params.code))
    const token = cookie.read(request)
    const session = token && (await findSession(db, hashToken(token)))
    return {
      restaurant: { name },
      expires_at: expires_at.toISOString(),
      consents: settings.consentTexts,
      already_employed:
        !!session &&
        session.token_state !== 'reused' &&
        (await findEmployment(db, session.user_id, restaurant_id)) === 'employed',
    }
  })

  route(app, acceptInvitation, async ({ params, body, request, reply }) => {
    const requester = await findRequester(deps, request, body.phone_number)
    const limit = { ...MISSES, ip: request.ip }
    const userId = await limitMisses(db, limit, () => register({ ...deps, ...events }, params.code, body, requester))
    const userAgent = request.headers['user-agent'] ?? ''
    const remembered = isRemembered(body._remember_me)
    const token = await openSession(db, { userId, remembered, userAgent, by: 'registration' })
    await replaceSession(deps, { request, reply, userId, token, remembered })
    return await getUser(deps, userId)
  })

  route(app, joinRestaurant, async ({ params, user }) => {
    // Users have a limit, too, because a session must not allow more guesses.
    await consumeUserBudget(db, 'invitation', user.id, 30)
    const employeeId = await join({ db, ...events }, params.code, user.id)
    const employee = (await readEmployees(db, user.id)).find(({ id }) => id === employeeId)
    if (!employee) throw new Error(`employee ${employeeId} is gone`)
    return employee
  })
}
