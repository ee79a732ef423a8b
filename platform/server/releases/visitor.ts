import { createHash } from 'node:crypto'
import { getSessionBootstrap, type SessionBootstrap } from '@portal/contracts/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from '../../releases/for-browser.ts'
import { askApi } from '../api/ask-api.ts'
import { sessionToken } from '../http/cookies.ts'
import { within } from '../http/within.ts'

/** A user with this right may choose the releases that their browser gets (chosen-releases.ts). */
const rightToChoose = 'releases'

/** What the API says of the user of a session. */
export type SignedIn = Visitor & { canChoose: boolean }

/** Reads the user of the session. Undefined without a session or when the API does not respond in time. */
export type ReadVisitor = (request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn | undefined>

/** A session is asked for again after this time: an open tab compares its releases with what it would get now. */
const CACHE_MS = 30_000
const MAX_CACHED = 5_000
/** After this time the page gets what browsers without a session get. Only a release for certain users waits for it. */
const LIMIT_MS = 3_000
/** The maximum number of sessions that are read at the same time. */
const MAX_READS = 16

/** Returns a function that reads users through the API, as their browsers would. */
export function createVisitorReader(app: FastifyInstance): ReadVisitor {
  const cache = new Map<string, { at: number; visitor: SignedIn | undefined }>()
  let reads = 0

  async function read(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined> {
    const response = await askApi(app, request, { method: 'GET', url: `/api/v1${getSessionBootstrap.path}` })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    if (cookies.length > 0 && !reply.raw.headersSent) reply.header('Set-Cookie', cookies)
    if (response.statusCode >= 500) throw new Error(`The API responded with ${response.statusCode}`)
    return response.statusCode === 200 ? visitorIn(JSON.parse(response.payload) as SessionBootstrap) : undefined
  }

  return async (request, reply) => {
    const session = sessionToken(request)
    if (!session) return undefined
    const key = createHash('sha256').update(session).digest('base64url')
    const cached = cache.get(key)
    if (cached && performance.now() - cached.at < CACHE_MS) return cached.visitor
    if (reads >= MAX_READS) return undefined
    reads += 1
    const reading = read(request, reply)
      .then((visitor) => {
        if (cache.size >= MAX_CACHED) cache.clear()
        cache.set(key, { at: performance.now(), visitor })
        return visitor
      })
      .catch((error: unknown) => void request.log.error({ err: error }, 'The releases of a session are not known'))
      .finally(() => {
        reads -= 1
      })
    return within(LIMIT_MS, reading)
  }
}

function visitorIn({ user, employees, rights = [] }: SessionBootstrap): SignedIn {
  return {
    userId: user.id,
    restaurants: employees.filter(({ is_former }) => !is_former).map(({ restaurant }) => restaurant.id),
    canChoose: rights.includes(rightToChoose),
  }
}
