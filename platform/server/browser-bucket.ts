import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'
import type { PageSafety } from './security.ts'

/**
 * Returns a random number from 0 to 99, which the browser stores so that all its pages get the same canaries. Every
 * page sets it, even when there is no canary yet, so that all requests of a browser have the same number.
 */
export function assignBucket(request: FastifyRequest, reply: FastifyReply, { tls }: PageSafety): number {
  const bucketCookie = tls ? '__Host-release_bucket' : 'release_bucket'
  const stored = readCookie(request, bucketCookie) ?? ''
  if (/^\d{1,2}$/.test(stored)) return Number(stored)
  const bucket = randomInt(100)
  const maxAgeSeconds = 30 * 24 * 60 * 60
  reply.header(
    'Set-Cookie',
    `${bucketCookie}=${bucket}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`,
  )
  return bucket
}
