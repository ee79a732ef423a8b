import type { FastifyRequest } from 'fastify'

/** Returns the value of a cookie as the browser has sent it, or undefined when it has not sent it. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
}

/** Returns the token of the session; the API decides whether it is valid. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return readCookie(request, '__Host-session') ?? readCookie(request, 'session')
}
