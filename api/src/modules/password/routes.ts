import {
  changePassword,
  changePhone,
  getOwnPhone,
  requestPasswordReset,
  resetPassword,
} from '@portal/shared/contracts/password'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { spendOfAddress, spendOfUser } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { rememberDevice } from '../devices/device-cookie.ts'
import { requesterOf } from '../otp/requester.ts'
import { getUserRow } from '../session/repository.ts'
import * as passwords from './service.ts'

/** How a person proves who it is, and changes by what. */
export function passwordRoutes(app: App, deps: AppDependencies): void {
  route(app, requestPasswordReset, async ({ body, request }) => {
    const phone = body.phone_number
    const requester = await requesterOf(deps, request, phone)
    return await passwords.grantReset(deps, { phone, code: body.code, requester })
  })

  route(app, resetPassword, async ({ params, body, request, reply }) => {
    await spendOfAddress(deps.db, 'password:reset', request.ip, 60)
    await passwords.reset(deps, { userId: params.a, token: params.b, password: body.password, ip: request.ip })
    // The code has proved that the phone is the user's: strangers' guesses do not keep this browser from signing in.
    await rememberDevice(deps, { request, reply, userId: params.a })
  })

  route(app, changePassword, async ({ body, user }) => {
    // The work of judging and hashing a password.
    await spendOfUser(deps.db, 'password:change', user.id, 30)
    await passwords.change(deps, user, { current: body.current_password, password: body.password })
  })

  route(app, getOwnPhone, async ({ user }) => ({ phone_number: (await getUserRow(deps.db, user.id)).phone }))

  route(app, changePhone, async ({ body, user, request }) => {
    const { phone_number: phone, code, current_password: current } = body
    return { phone_masked: await passwords.changeSignInPhone(deps, user, { phone, code, current, ip: request.ip }) }
  })
}
