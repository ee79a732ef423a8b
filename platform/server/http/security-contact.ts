import type { FastifyInstance } from 'fastify'

/** `origin` is the portal's origin: `https://tips.example`. */
export type SecurityContact = { address: string; expires: Date; origin: string }

const WARNING_MS = 30 * 24 * 60 * 60 * 1000

/** Serves /.well-known/security.txt (RFC 9116) until the day by which its owner must confirm it. */
export function serveSecurityContact(app: FastifyInstance, { address, expires, origin }: SecurityContact): void {
  const path = '/.well-known/security.txt'
  const lines = {
    Contact: address,
    Expires: expires.toISOString(),
    'Preferred-Languages': 'ru, en',
    Canonical: origin + path,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\n`)
  const leftMs = +expires - Date.now()
  if (leftMs < WARNING_MS) app.log.warn({ expires }, 'security.txt is about to expire or has: confirm SECURITY_CONTACT')
  app.get(path, async (_request, reply) => {
    if (+expires < Date.now()) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('Cache-Control', 'max-age=3600').send(text.join(''))
  })
}
