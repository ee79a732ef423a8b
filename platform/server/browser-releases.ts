import { pageHeader } from '@portal/shared/page-protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forBrowser } from '../releases/for-browser.ts'
import type { LiveReleases } from '../releases/live.ts'
import { assignBucket } from './browser-bucket.ts'
import { readChoice } from './chosen-releases.ts'
import type { PageSafety } from './security.ts'
import type { ReadVisitor } from './visitor.ts'

type Find<Found> = (request: FastifyRequest, reply: FastifyReply) => Found

export type BrowserReleases = {
  /** Chosen only by the bucket, which does not depend on a user. The service worker stores these. */
  ofBrowser: Find<LiveReleases>
  /** Chosen by the bucket, and by the user if a release or a flag depends on users. */
  ofUser: Find<Promise<LiveReleases>>
  /** Chosen as by `ofUser`. Also assigns a bucket to a browser without one, even when there is no canary yet. */
  ofPage: Find<Promise<LiveReleases>>
}

/** Finds which releases a browser gets. */
export function createBrowserReleases(
  published: () => LiveReleases,
  safety: PageSafety,
  readVisitor: ReadVisitor,
): BrowserReleases {
  const bucketFor: Find<number> = (request, reply) =>
    published().remotes.some(({ canary }) => canary) ? assignBucket(request, reply, safety) : 0

  async function find(request: FastifyRequest, reply: FastifyReply, bucket: number): Promise<LiveReleases> {
    const live = published()
    // A frame that the service worker stores outlives the session.
    if (request.headers[pageHeader] === 'frame') return forBrowser(live, { bucket })
    const choice = readChoice(request, safety)
    const visitor = choice || dependsOnUser(live) ? await readVisitor(request, reply) : undefined
    return forBrowser(live, { bucket, visitor, chosen: visitor?.mayChoose ? choice : undefined })
  }

  return {
    ofBrowser: (request, reply) => forBrowser(published(), { bucket: bucketFor(request, reply) }),
    ofUser: (request, reply) => find(request, reply, bucketFor(request, reply)),
    ofPage: (request, reply) => find(request, reply, assignBucket(request, reply, safety)),
  }
}

function dependsOnUser({ remotes }: LiveReleases): boolean {
  return remotes.some(
    ({ canary, flags = {} }) => canary?.audience || Object.values(flags).some(({ restaurants }) => restaurants),
  )
}
