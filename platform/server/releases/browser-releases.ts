import { randomInt } from 'node:crypto'
import { pageHeader } from '@portal/shared/page-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forBrowser } from '../../releases/for-browser.ts'
import type { LiveReleases } from '../../releases/live.ts'
import { readCookie } from '../http/cookies.ts'
import type { Transport } from '../http/security.ts'
import { readChoice, takeChoice } from './chosen-releases.ts'
import { createVisitorReader } from './visitor.ts'

const BUCKET_SECONDS = 30 * 24 * 60 * 60

type Find<Found> = (request: FastifyRequest, reply: FastifyReply) => Found

export type BrowserReleases = {
  /** Chosen only by the bucket, which does not depend on a user. The service worker stores these. */
  ofBrowser: Find<LiveReleases>
  /** Chosen by the bucket, and by the user if a release or a flag depends on users. */
  ofUser: Find<Promise<LiveReleases>>
  /** Chosen as by `ofUser`. Also assigns a bucket to a browser without one, even when there is no canary yet. */
  ofPage: Find<Promise<LiveReleases>>
  /** Stores the releases that the address of a page chooses. Returns true when it has sent a response. */
  takeChoice: Find<Promise<boolean>>
}

/** Finds which releases a browser gets. */
export function createBrowserReleases(app: FastifyInstance, transport: Transport): BrowserReleases {
  const readVisitor = createVisitorReader(app)
  const bucketFor: Find<number> = (request, reply) =>
    app.published().remotes.some(({ canary }) => canary) ? assignBucket(request, reply, transport) : 0

  async function find(request: FastifyRequest, reply: FastifyReply, bucket: number): Promise<LiveReleases> {
    const live = app.published()
    // A frame that the service worker stores outlives the session.
    if (request.headers[pageHeader] === 'frame') return forBrowser(live, { bucket })
    const choice = readChoice(request, transport)
    const visitor = choice || dependsOnUser(live) ? await readVisitor(request, reply) : undefined
    return forBrowser(live, { bucket, visitor, chosen: visitor?.canChoose ? choice : undefined })
  }

  return {
    ofBrowser: (request, reply) => forBrowser(app.published(), { bucket: bucketFor(request, reply) }),
    ofUser: (request, reply) => find(request, reply, bucketFor(request, reply)),
    ofPage: (request, reply) => find(request, reply, assignBucket(request, reply, transport)),
    takeChoice: (request, reply) => takeChoice(request, reply, transport, app.published(), readVisitor),
  }
}

/**
 * Returns a random number from 0 to 99, which the browser stores so that all its pages get the same canaries. Every
 * page sets it, even when there is no canary yet, so that all requests of a browser have the same number.
 */
function assignBucket(request: FastifyRequest, reply: FastifyReply, { isHttps }: Transport): number {
  const bucketCookie = isHttps ? '__Host-release_bucket' : 'release_bucket'
  const stored = readCookie(request, bucketCookie) ?? ''
  if (/^\d{1,2}$/.test(stored)) return Number(stored)
  const bucket = randomInt(100)
  reply.header(
    'Set-Cookie',
    `${bucketCookie}=${bucket}; Path=/; Max-Age=${BUCKET_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  )
  return bucket
}

function dependsOnUser({ remotes }: LiveReleases): boolean {
  return remotes.some(
    ({ canary, flags = {} }) => canary?.audience || Object.values(flags).some(({ restaurants }) => restaurants),
  )
}
