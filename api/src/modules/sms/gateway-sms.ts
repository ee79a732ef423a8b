import { requestContext } from '../../request-context.ts'
import type { Settings } from '../../settings.ts'
import type { Sms } from './sms.ts'

/** Longer than a gateway needs; the person is looking at a spinner meanwhile. */
const TIMEOUT_MS = 8_000

/** `POST {phone, text}` with a bearer token; any 2xx means taken. */
export function gatewaySms({ url, token }: NonNullable<Settings['smsGateway']>): Sms {
  return {
    async send({ phone, text }) {
      // The request gives its place to others while the gateway is slow.
      requestContext()?.leavePlace()
      const response = await fetch(url, {
        method: 'POST',
        // Another address, perhaps without TLS, must not get phones and codes.
        redirect: 'error',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ phone, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // The body is not needed, and unread it would hold the connection.
      await response.body?.cancel()
      if (!response.ok) throw new Error(`SMS gateway responded ${response.status}`)
    },
  }
}
