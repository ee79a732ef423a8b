import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { sendRequest } from '@portal/command/send-request'
import { isPublicAddress } from './public-address.ts'

const REQUEST_TIMEOUT_MS = 10_000

/** The host's name resolves to an address of this machine or its network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }

/**
 * Sends an encrypted message to a push service. Returns its status, and for how many seconds it asks to wait.
 * @throws PrivateAddressError, RequestError
 */
export async function postMessage({ endpoint, headers, body }: PushRequest): Promise<{ status: number; wait: number }> {
  const { hostname } = new URL(endpoint)
  const addresses = isIP(hostname) ? undefined : await lookupPublic(hostname)
  const response = await sendRequest({
    url: endpoint,
    method: 'POST',
    // The default headers name axios and its version, which a push service does not need.
    headers: { ...headers, Accept: false, 'Accept-Encoding': false, 'User-Agent': false },
    body,
    // The connection goes to the addresses that were checked, because the name may resolve to others by now.
    ...(addresses && { lookup: (_hostname, _options, done) => done(null, addresses) }),
    timeoutMs: REQUEST_TIMEOUT_MS,
    ignoresBody: true,
  })
  return { status: response.status, wait: secondsToWait(String(response.headers['retry-after'] ?? '0')) }
}

async function lookupPublic(hostname: string) {
  const addresses = await lookup(hostname, { all: true })
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(`${hostname} is in a private network`)
  }
  return addresses as { address: string; family: 4 | 6 }[]
}

/** Reads `Retry-After`: `120` or a date. */
function secondsToWait(retryAfter: string): number {
  const seconds = Number(retryAfter)
  const value = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1_000 : seconds
  return Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0
}
