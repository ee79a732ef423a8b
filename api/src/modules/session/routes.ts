import { getSessionBootstrap, getUser, login, logout } from '@portal/shared/contracts/session'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { balanceByRestaurant, totalBalance } from '../balance/service.ts'
import { findKnownDevice } from '../devices/device-cookie.ts'
import { employeesOf } from '../employees/repository.ts'
import { newestSeq } from '../live/notify.ts'
import { replaceSession } from './replace-session.ts'
import { endOfSession } from './repository.ts'
import * as sessions from './service.ts'
import { sessionCookie } from './token.ts'

export function sessionRoutes(app: App, deps: AppDependencies): void {
  const cookie = sessionCookie(deps.settings)

  route(app, login, async ({ body, request, reply }) => {
    const { user, token } = await sessions.signIn(deps, {
      phone: body.phoneNumber,
      password: body.password,
      remembered: body._remember_me,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      deviceId: await findKnownDevice(deps, request, body.phoneNumber),
    })
    await replaceSession(deps, { request, reply, userId: user.id, token, remembered: body._remember_me })
    return user
  })

  route(app, logout, async ({ request, reply }) => {
    const token = cookie.read(request)
    if (token) await sessions.endSession(deps, token)
    cookie.clear(reply)
  })

  route(app, getUser, async ({ params, user }) => {
    if (params.id !== user.id) throw new Problem(404, 'not_found')
    return await sessions.getUser(deps, user.id)
  })

  route(app, getSessionBootstrap, async ({ user }) => {
    // First: what changes from here on is told by a later hint, even if the answer has it already.
    const liveSeq = await newestSeq(deps.db, user.id)
    const [me, employees, total, byRestaurant, endsAt] = await Promise.all([
      sessions.getUser(deps, user.id),
      employeesOf(deps.db, user.id),
      totalBalance(deps.db, user.id),
      balanceByRestaurant(deps.db, user.id),
      endOfSession(deps.db, user.sessionId),
    ])
    return {
      user: me,
      employees,
      balance: { total, by_restaurant: Object.fromEntries(byRestaurant) },
      ends_at: endsAt.toISOString(),
      live_seq: liveSeq,
    }
  })
}
