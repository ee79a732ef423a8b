import { randomInt } from 'node:crypto'
import { pageHeader } from '@portal/shared/page-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forBrowser } from '../../releases/for-browser.ts'
import type { LiveReleases } from '../../releases/live.ts'
import { findPreview, withPreview } from '../../releases/previews.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { readCookie } from '../http/cookies.ts'
import type { Transport } from '../http/security.ts'
import { choosePreview, type FindPreview, readChoice, takeChoice } from './chosen-releases.ts'
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
  /** Responds to the form that chooses a preview, or ends the choice. */
  choosePreview: Find<Promise<FastifyReply>>
}

type Options = Transport & { releases: ReleaseStore }

/** Finds which releases a browser gets. */
export function createBrowserReleases(app: FastifyInstance, { releases, ...transport }: Options): BrowserReleases {
  const readVisitor = createVisitorReader(app)
  const findChosen: FindPreview = ({ log }, choice) =>
    findPreview(releases, app.published().shell, choice).catch((error: unknown) => {
      log.error({ err: error }, 'A preview cannot be read')
      return undefined
    })
  const choosing = { transport, readVisitor, findPreview: findChosen }
  const bucketFor: Find<number> = (request, reply) =>
    app.published().remotes.some(({ canary }) => canary) ? assignBucket(request, reply, transport) : 0

  async function find(request: FastifyRequest, reply: FastifyReply, bucket: number): Promise<LiveReleases> {
    const live = app.published()
    // A frame that the service worker stores outlives the session.
    if (request.headers[pageHeader] === 'frame') return forBrowser(live, { bucket })
    const choice = readChoice(request, transport)
    const visitor = choice || dependsOnUser(live) ? await readVisitor(request, reply) : undefined
    const chosen = visitor?.canChoose ? choice : undefined
    const preview = chosen && (await findChosen(request, chosen))
    const found = forBrowser(live, { bucket, visitor, chosen })
    return preview ? withPreview(found, preview) : found
  }

  return {
    ofBrowser: (request, reply) => forBrowser(app.published(), { bucket: bucketFor(request, reply) }),
    ofUser: (request, reply) => find(request, reply, bucketFor(request, reply)),
    ofPage: (request, reply) => find(request, reply, assignBucket(request, reply, transport)),
    takeChoice: (request, reply) => takeChoice(request, reply, app.published(), choosing),
    choosePreview: (request, reply) => choosePreview(request, reply, choosing),
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
