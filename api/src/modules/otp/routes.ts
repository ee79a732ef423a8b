import { checkOtp, sendOtp, sendOtpToUser, type UserOtpRequest } from '@portal/shared/contracts/otp'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { spendOfAddress } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { findUserByPhone, getUserRow } from '../session/repository.ts'
import { requireCard } from '../vault/vault.ts'
import { type OtpTarget, prepareOtp, sendOtpCode, verifyOtp } from './service.ts'

export function otpRoutes(app: App, deps: AppDependencies): void {
  const { db, settings, sms, log } = deps

  route(app, sendOtpToUser, async ({ params, body = {}, user }) => {
    if (params.id !== user.id) throw new Problem(404, 'not_found')
    const { phone } = await getUserRow(db, user.id)
    return await sendOtpCode(deps, {
      subject: user.id,
      purpose: body.purpose ?? 'payout',
      phone,
      target: await targetOf(body),
    })
  })

  route(app, sendOtp, async ({ params, body, request }) => {
    await spendOfAddress(db, 'otp:send', request.ip, 30)
    const phone = body.phone_number
    const { message, sent } = await prepareOtp(deps, { subject: phone, purpose: params.type, phone })
    const isWanted = params.type !== 'recovery' || (await findUserByPhone(db, phone)) !== undefined
    // Not waited for: the time of the answer would tell whether the phone is registered.
    if (isWanted) sms.send(message).catch((err: unknown) => log.error({ err }, 'code not sent'))
    return sent
  })

  route(app, checkOtp, async ({ body, request }) => {
    await spendOfAddress(db, 'otp:check', request.ip, 60)
    await verifyOtp(deps, { subject: body.phone_number, code: body.code })
    return { valid: true as const }
  })

  /** @throws Problem 422 `card_unknown` */
  async function targetOf(request: UserOtpRequest): Promise<OtpTarget | undefined> {
    if (request.purpose === 'card' && request.card_token !== undefined) {
      const { last4 } = await requireCard(db, settings.vaultKey, request.card_token)
      return { id: request.card_token, title: `•• ${last4}` }
    }
    if (request.purpose === 'sbp' && request.phone !== undefined) {
      return { id: request.phone, title: `•• ${request.phone.slice(-2)}` }
    }
    return undefined
  }
}
