import { getUser, isRemembered, login, logout } from '@portal/contracts/session'
import type { App } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import { findRequester } from '../devices/requester.ts'
import { replaceSession } from './replace-session.ts'
import * as sessions from './service.ts'
import { sessionCookie } from './token.ts'

export function sessionRoutes(app: App, deps: MessageDependencies): void {
  const cookie = sessionCookie(deps.settings)

  route(app, login, async ({ body, request, reply }) => {
    const remembered = isRemembered(body._remember_me)
    const { user, token } = await sessions.signIn(deps, {
      phone: body.phoneNumber,
      password: body.password,
      remembered,
      userAgent: request.headers['user-agent'] ?? '',
      requester: await findRequester(deps, request, body.phoneNumber),
    })
    await replaceSession(deps, { request, reply, userId: user.id, token, remembered })
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
}
