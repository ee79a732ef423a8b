import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../settings/settings.ts'

/** Creates a token of 32 random bytes. The cookie contains them, the database only their hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const NINETY_DAYS_SECONDS = 90 * 24 * 60 * 60

/** The prefix `__Host-` allows only this host and https. A developer's portal without https has no prefix. */
export function sessionCookie({ origin }: Pick<Settings, 'origin'>) {
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    /** The cookie ends with the browser's window unless remembered. */
    write: (reply: FastifyReply, token: string, remembered: boolean) =>
      reply.setCookie(name, token, { ...attributes, ...(remembered && { maxAge: NINETY_DAYS_SECONDS }) }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
