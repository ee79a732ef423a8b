import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const REQUEST_TIMEOUT_MS = 10_000

/** The host's name resolves to an address of this machine or its network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }

/**
 * Sends an encrypted message to a push service, and returns its status and for how many seconds it asks to wait. Follows no
 * redirect. @throws PrivateAddressError, or the error of the network
 */
export async function postMessage({ endpoint, headers, body }: PushRequest): Promise<{ status: number; wait: number }> {
  const send = endpoint.startsWith('https:') ? overHttps : overHttp
  return await new Promise((resolve, reject) => {
    const request = send(endpoint, {
      method: 'POST',
      headers,
      lookup: lookupPublic,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      // Its text is of no use, and may be long.
      response.destroy()
      resolve({ status: response.statusCode ?? 0, wait: secondsOf(response.headers['retry-after']) })
    })
    request.end(body)
  })
}

/** Resolves a name to public addresses alone: the connection goes to what was checked. */
const lookupPublic: LookupFunction = (hostname: string, options: LookupOptions, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddressError(`${hostname} is in a private network`), '')
    }
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/** `120`, or a date. */
function secondsOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? 0)
  const value = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.now()) / 1_000 : seconds
  return Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0
}
