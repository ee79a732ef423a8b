import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveReleases } from '../releases/live.ts'
import { forBrowser } from './published.ts'
import type { PageSafety } from './security.ts'

/** Returns what this browser gets, which depends on its bucket when there is a canary. */
export function liveFor(
  request: FastifyRequest,
  reply: FastifyReply,
  published: LiveReleases,
  safety: PageSafety,
): LiveReleases {
  const hasCanary = published.remotes.some(({ canary }) => canary)
  return forBrowser(published, hasCanary ? bucketOf(request, reply, safety) : 0)
}

/**
 * Returns a random number, 0–99, which the browser stores, so that all its pages get the same canaries. A page assigns it before
 * there is any canary, so that all requests of a browser have the same one.
 */
export function bucketOf(request: FastifyRequest, reply: FastifyReply, { tls }: PageSafety): number {
  const bucketCookie = tls ? '__Host-release_bucket' : 'release_bucket'
  const stored = new RegExp(`(?:^|;\\s*)${bucketCookie}=(\\d{1,2})(?:;|$)`).exec(request.headers.cookie ?? '')
  if (stored) return Number(stored[1])
  const bucket = randomInt(100)
  const maxAgeSeconds = 30 * 24 * 60 * 60
  reply.header(
    'Set-Cookie',
    `${bucketCookie}=${bucket}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`,
  )
  return bucket
}
