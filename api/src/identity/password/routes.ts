import * as contract from '@portal/contracts/password'
import { maskPhone } from '@portal/contracts/phone-text'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { consumeUserBudget, limitMisses } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import type { AccountSecured } from '../dependencies.ts'
import { rememberDevice } from '../devices/device-cookie.ts'
import { findRequester } from '../devices/requester.ts'
import { sessionCookie } from '../session/token.ts'
import { getUserRow } from '../users/repository.ts'
import { cancelPhoneChange, changeSignInPhone } from './phone-change.ts'
import { findPhoneChange } from './phone-change-repository.ts'
import * as passwords from './service.ts'

/** Recovery and change of the password, and change of the phone. */
export function passwordRoutes(app: App, deps: AppDependencies, accountSecured: AccountSecured): void {
  const cookie = sessionCookie(deps.settings)

  route(app, contract.requestPasswordReset, async ({ body, request }) => {
    const phone = body.phone_number
    const requester = await findRequester(deps, request, phone)
    return await passwords.grantReset(deps, { phone, code: body.code, requester })
  })

  route(app, contract.resetPassword, async ({ params, body, request, reply }) => {
    const limit = { what: 'password:reset', ip: request.ip, max: 60 }
    const reset = { userId: params.a, token: params.b, password: body.password, ip: request.ip }
    await limitMisses(deps.db, limit, () => passwords.reset({ ...deps, accountSecured }, reset))
    // The code has proved that the phone is the user's, so guesses by others must not lock this browser out.
    await rememberDevice(deps, { request, reply, userId: params.a })
  })

  route(app, contract.changePassword, async ({ body, user, reply }) => {
    // Limits the work of hashing passwords. By session, so that a thief of another session cannot use it up.
    await consumeUserBudget(deps.db, 'password:change', user.sessionId, 30)
    const { current_password: current, password } = body
    const { token, remembered } = await passwords.change(deps, user, { current, password })
    cookie.write(reply, token, remembered)
  })

  route(app, contract.getOwnPhone, async ({ user }) => ({ phone_number: (await getUserRow(deps.db, user.id)).phone }))

  route(app, contract.changePhone, async ({ body, user, request, reply }) => {
    const { phone_number: phone, code, current_password: current, current_phone_code, passkey } = body
    const proof = { code: current_phone_code, passkey }
    const change = await changeSignInPhone(deps, user, { phone, code, current, proof, ip: request.ip })
    if ('takesEffectAt' in change)
      return { phone_masked: change.phoneMasked, takes_effect_at: change.takesEffectAt.toISOString() }
    cookie.write(reply, change.renewed.token, change.renewed.remembered)
    return { phone_masked: change.phoneMasked }
  })

  route(app, contract.getPhoneChange, async ({ user }) => {
    const change = await findPhoneChange(deps.db, user.id)
    return {
      pending: change ? { phone_masked: maskPhone(change.phone), takes_effect_at: change.due_at.toISOString() } : null,
    }
  })

  route(app, contract.cancelPhoneChange, async ({ user }) => await cancelPhoneChange(deps.db, user.id))
}
