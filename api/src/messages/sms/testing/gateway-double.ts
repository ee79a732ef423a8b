import { type SmsDouble, startDouble } from './double.ts'

export const gatewayToken = 'a-gateway-token'

/** Speaks the generic gateway: `POST {phone, text}` with a bearer token. `url` has the path. */
export async function startGatewayDouble(): Promise<SmsDouble> {
  const double = await startDouble({
    sendPath: '/send',
    read(body, { authorization }, id) {
      if (authorization !== `Bearer ${gatewayToken}`) return undefined
      const { phone, text, ...rest } = JSON.parse(body)
      if (Object.keys(rest).length > 0) throw new Error('fields for the sandbox must not leave the portal')
      return { id, phone, text }
    },
    accepted: () => ({}),
    wrongKey: { status: 401, body: {} },
    failed: ({ code }) => ({ code }),
  })
  double.url += '/send'
  return double
}
