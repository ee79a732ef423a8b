import type { SmsProviderSettings } from '../../../settings/sms-settings.ts'
import { post } from './post.ts'
import { type SmsProvider, SmsRejected, SmsUnknown } from './provider.ts'

/** Statuses of a proxy in front of the gateway. The gateway may have sent the message. */
const LOST_BY_PROXY = [502, 504]

/**
 * Any service that accepts `POST {phone, text}` with a bearer token. A 2xx means that it has accepted the message; any
 * other status means that it has not. The body of the response is ignored.
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
