import type { FastifyRequest } from 'fastify'
import type { Transport } from './security.ts'

/** Returns the value of a cookie as the browser has sent it, or undefined when it has not sent it. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
}

/** Returns the token of the session; the API decides whether it is valid. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return readCookie(request, '__Host-session') ?? readCookie(request, 'session')
}

type CookieOptions = { sameSite: 'Strict' | 'Lax'; maxAge?: number | undefined }

/**
 * Returns a cookie that scripts cannot read, for all addresses of the portal. Without `maxAge` the browser stores it
 * until it is closed.
 */
export function formatCookie(
  name: string,
  value: string,
  { isHttps }: Transport,
  { sameSite, maxAge }: CookieOptions,
): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}${age}`
}
