import type { BodyOf, ResponseOf } from '@portal/contracts/endpoint'
import { changePhone, getPhoneChange } from '@portal/contracts/password'
import { maskPhone } from '@portal/contracts/phone-text'
import { getProfile } from '@portal/contracts/profile'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'

/** A change with `takes_effect_at` takes effect after a day. */
export type PhoneChange = ResponseOf<typeof changePhone>

/**
 * Changes the phone. A code is valid once: after a lost response the next attempt is rejected although the first may
 * have succeeded, so the profile or the pending change is fetched.
 * @param current masked
 */
export function phoneChanger(current: string): (body: BodyOf<typeof changePhone>) => Promise<PhoneChange> {
  let isResponseLost = false

  async function findChange(phone: string): Promise<PhoneChange | null> {
    const phone_masked = maskPhone(phone)
    if (phone_masked === current) return null
    if ((await call(getProfile, {})).phone_masked === phone_masked) return { phone_masked }
    const { pending } = await call(getPhoneChange, {})
    return pending?.phone_masked === phone_masked ? pending : null
  }

  return async (body) => {
    try {
      return await call(changePhone, { body })
    } catch (cause) {
      const change = isResponseLost ? await findChange(body.phone_number) : null
      if (change) return change
      isResponseLost ||= cause instanceof ApiError && cause.isNetworkError
      throw cause
    }
  }
}
