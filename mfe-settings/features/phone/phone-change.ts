import type { BodyOf } from '@portal/shared/contracts/endpoint'
import { changePhone } from '@portal/shared/contracts/password'
import { getProfile } from '@portal/shared/contracts/profile'
import { maskPhone } from '@portal/shared/format/phone'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/**
 * Changes the phone and tells the new one, masked. A code is good once: when an answer was lost, the next attempt is
 * refused though the first may have done it, so then the profile is asked.
 * @param current masked
 */
export function phoneChanger(current: string): (body: BodyOf<typeof changePhone>) => Promise<string> {
  let answerLost = false

  async function isChanged(phone: string): Promise<boolean> {
    const masked = maskPhone(phone)
    return masked !== current && (await call(getProfile, {})).phone_masked === masked
  }

  return async (body) => {
    try {
      return (await call(changePhone, { body })).phone_masked
    } catch (cause) {
      if (answerLost && (await isChanged(body.phone_number))) return maskPhone(body.phone_number)
      answerLost ||= cause instanceof ApiError && cause.isLost
      throw cause
    }
  }
}
