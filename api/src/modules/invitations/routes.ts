import { acceptInvitation, getInvitation, joinRestaurant } from '@portal/shared/contracts/invitation'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { spendOfAddress } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { employeesOf } from '../employees/repository.ts'
import { endSession, getUser, openSession } from '../session/service.ts'
import { sessionCookie } from '../session/token.ts'
import { requireOpen } from './invitation.ts'
import { join, register } from './service.ts'

export function invitationRoutes(app: App, deps: AppDependencies): void {
  const { db, settings } = deps
  const cookie = sessionCookie(settings)

  route(app, getInvitation, async ({ params, request }) => {
    // Links of restaurants are not to be found by trying.
    await spendOfAddress(db, 'invitation', request.ip, 120)
    const invitation = await requireOpen(db, params.code)
    return { restaurant: { name: invitation.name }, expires_at: invitation.expires_at.toISOString() }
  })

  route(app, acceptInvitation, async ({ params, body, request, reply }) => {
    await spendOfAddress(db, 'invitation', request.ip, 120)
    const userId = await register(deps, params.code, body)
    const userAgent = request.headers['user-agent'] ?? ''
    const token = await openSession(db, { userId, remembered: false, userAgent })
    const previous = cookie.read(request)
    if (previous) await endSession(deps, previous)
    cookie.write(reply, token, false)
    return await getUser(deps, userId)
  })

  route(app, joinRestaurant, async ({ params, user }) => {
    const employeeId = await join(db, params.code, user.id)
    const employee = (await employeesOf(db, user.id)).find(({ id }) => id === employeeId)
    if (!employee) throw new Error(`employee ${employeeId} is gone`)
    return employee
  })
}
