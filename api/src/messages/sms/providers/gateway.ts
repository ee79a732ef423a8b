import type { SmsProviderSettings } from '../../../settings/sms-settings.ts'
import { post } from './post.ts'
import { type SmsProvider, SmsRejected, SmsUnknown } from './provider.ts'

/** Statuses of a proxy that has lost the gateway behind it. */
const LOST_BY_PROXY = [502, 504]

/**
 * Any service that accepts `POST {phone, text}` with a bearer token. A 2xx means that it has accepted the message, any
 * other status that it has not. The body of its response is not read.
 */
export function createGatewayProvider({ url, token }: SmsProviderSettings<'gateway'>): SmsProvider {
  return {
    name: 'gateway',
    async send({ phone, text }, { timeoutMs }) {
      const { status } = await post(url, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ phone, text }),
        timeoutMs,
        ignoresBody: true,
      })
      if (LOST_BY_PROXY.includes(status)) throw new SmsUnknown(`http_${status}`)
      if (status < 200 || status > 299) throw new SmsRejected(`http_${status}`)
      return {}
    },
  }
}
