import { checkOtp, sendOtp, sendOtpToUser } from '@portal/contracts/otp'
import type { App } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import type { ReadConfirmation } from '../dependencies.ts'
import { findRequester } from '../devices/requester.ts'
import { findUserByPhone, getUserRow } from '../users/repository.ts'
import { preparePhoneCode, verifyPhoneCode } from './phone-code.ts'
import { sendOtpCode } from './service.ts'

export function otpRoutes(app: App, deps: MessageDependencies, readConfirmation: ReadConfirmation): void {
  const { db, sms, log } = deps

  route(app, sendOtpToUser, async ({ params, body = {}, user }) => {
    if (params.id !== user.id) throw new Problem(404, 'not_found')
    const confirmation = await readConfirmation(user.id, body)
    const { phone } = await getUserRow(db, user.id)
    return await sendOtpCode(deps, { ...confirmation, subject: user.id, phone })
  })

  route(app, sendOtp, async ({ params, body, request }) => {
    const phone = body.phone_number
    const requester = await findRequester(deps, request, phone)
    const { message, sent } = await preparePhoneCode(deps, { phone, purpose: params.type, requester })
    const isWanted = params.type !== 'recovery' || (await findUserByPhone(db, phone)) !== undefined
    // It is not awaited, because the time of the response would reveal whether the phone is registered.
    if (isWanted) sms.send(message).catch((err: unknown) => log.error({ err }, 'code not sent'))
    return sent
  })

  route(app, checkOtp, async ({ body, request }) => {
    const phone = body.phone_number
    await verifyPhoneCode(deps, { phone, code: body.code, requester: await findRequester(deps, request, phone) })
    return { valid: true as const }
  })
}
