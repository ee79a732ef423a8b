import type { FastifyRequest } from 'fastify'

/** Returns the value of a cookie as the browser has sent it; undefined where it has sent none. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1]
}

/** Returns the token of the session; the API decides whether it is valid. */
export function sessionOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, '__Host-session') ?? cookieOf(request, 'session')
}
