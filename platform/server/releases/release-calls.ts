import { requestIds } from '@portal/api/http/trace-context'
import type { ApiProblem } from '@portal/contracts/api-problem'
import {
  changeReleases,
  compareReleases,
  getReleaseGraph,
  getReleases,
  getRights,
  requestReleaseChange,
} from '@portal/contracts/release'
import { listReleaseHealth, type ReleaseHealth } from '@portal/contracts/telemetry'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ChangeRejected, changeLive } from '../../releases/change-live.ts'
import { compare } from '../../releases/overview/compare.ts'
import { describeGraph } from '../../releases/overview/graph.ts'
import { readOverview } from '../../releases/overview/overview.ts'
import { withdrawnReleases } from '../../releases/overview/release-log.ts'
import { createRegistryReader } from '../../releases/overview/stored-registries.ts'
import { whyReadOnly } from '../../releases/read-only.ts'
import { entryPointers } from '../../releases/registry.ts'
import { recordRejection } from '../../releases/rejections.ts'
import { readRegistry } from '../../releases/releases.ts'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { askApi } from '../api/ask-api.ts'
import { errorHeaders, type Transport } from '../http/security.ts'

export type ReleaseCallOptions = Transport & {
  releases: ReleaseStore
  /** The token for the reports of pages about releases. Without it the reports are not known. */
  metricsToken?: string | undefined
  /** Nothing can be changed from here, such as in development. */
  isReadOnly?: boolean
}

const API = '/api/v1'
/** A change names one release, with what a passkey has signed. */
const MAX_BODY_BYTES = 16 * 1024
const REPORT_MINUTES = 24 * 60
/** The page asks again each time that a user looks. */
const CACHE_MS = 10_000

/**
 * Serves the calls about releases, in front of the API: this server has the store. The API decides about each request
 * by its cookie: it knows sessions and rights, rejects pages of other sites and too many changes, and records them.
 */
export async function serveReleaseCalls(app: FastifyInstance, options: ReleaseCallOptions): Promise<void> {
  const { releases: store, metricsToken } = options
  const readRegistries = createRegistryReader(store)
  const readReports = cached(() => reportsOfApi(app, metricsToken))
  const canChange = createChangeCheck(app, options)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...errorHeaders(options), ...requestIds(request), 'cache-control': 'no-store' })
  })

  const readers = { preHandler: requireReader(app) }

  app.get(API + getReleases.path, readers, async () =>
    getReleases.response.parse(await readOverview({ store, readRegistries, readReports, canChange })),
  )

  app.get(API + getReleaseGraph.path, readers, async () =>
    getReleaseGraph.response.parse(describeGraph(app.published())),
  )

  app.get(API + compareReleases.path, readers, (request, reply) =>
    sendComparison(request, reply, store, readRegistries),
  )

  app.post(API + changeReleases.path, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const allowed = await requestChange(app, request)
    if (allowed.statusCode !== 200) return passOn(reply, allowed)
    passCookies(reply, allowed)
    // The API has parsed it by the same contract.
    const { passkey: _, ...change } = changeReleases.body.parse(request.body)
    const { name: by } = requestReleaseChange.response.parse(allowed.json())
    if (!(await canChange())) return sendProblem(reply, 409, 'releases_read_only')
    try {
      const sequence = await changeLive(store, readRegistries, change, by)
      return changeReleases.response.parse({ sequence })
    } catch (error) {
      if (!(error instanceof ChangeRejected)) throw error
      if (error.code === 'incompatible_releases') {
        const releases = [{ name: change.name, version: change.version }]
        await recordRejection(store, { by, releases, problems: error.problems }, (line) => app.log.error(line))
      }
      return sendRejection(reply, error)
    }
  })
}

/** Returns a function that tells whether releases can be changed from here. Each new reason against it is logged. */
function createChangeCheck(
  app: FastifyInstance,
  { releases: store, isReadOnly = false }: ReleaseCallOptions,
): () => Promise<boolean> {
  let lastProblem: string | undefined
  return cached(async () => {
    const problem = isReadOnly ? 'it serves no stored releases' : await whyReadOnly(store)
    if (problem && problem !== lastProblem) app.log.info(`Releases are not changed from here: ${problem}`)
    lastProblem = problem
    return !problem
  })
}

async function sendComparison(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ReleaseStore,
  readRegistries: ReturnType<typeof createRegistryReader>,
): Promise<unknown> {
  const query = compareReleases.query.safeParse(request.query)
  if (!query.success) return sendProblem(reply, 400, 'malformed')
  const { name, before, after } = query.data
  const live = await readRegistry(store)
  const entry = live.names[name]
  const known = entry ? [...entryPointers(entry), ...withdrawnReleases(await readRegistries(live), name)] : []
  const [one, other] = [before, after].map((version) => known.find((pointer) => pointer.version === version))
  if (!one || !other) return sendProblem(reply, 404, 'not_found')
  return compareReleases.response.parse(await compare(store, name, { before: one, after: other }))
}

/** Asks the API whether the user may make this change. */
function requestChange(app: FastifyInstance, request: FastifyRequest): Promise<ApiResponse> {
  const url = `${API}${requestReleaseChange.path}` as const
  return askApi(app, request, { method: 'POST', url, payload: request.body })
}

function sendRejection(reply: FastifyReply, { code, problems }: ChangeRejected): FastifyReply {
  return sendProblem(reply, code === 'not_found' ? 404 : 409, code, problems.join('\n'))
}

/** Returns a hook that sends the response of the API to a user who may not read about releases. */
function requireReader(app: FastifyInstance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const response = await askApi(app, request, { method: 'GET', url: `${API}${getRights.path}` })
    if (response.statusCode !== 200) return passOn(reply, response)
    passCookies(reply, response)
    const { rights } = getRights.response.parse(response.json())
    return rights.includes('releases') ? undefined : sendProblem(reply, 403, 'forbidden')
  }
}

type ApiResponse = Awaited<ReturnType<typeof askApi>>

function passOn(reply: FastifyReply, response: ApiResponse): FastifyReply {
  passCookies(reply, response)
  const { 'retry-after': retryAfter, 'content-type': type } = response.headers
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .code(response.statusCode)
    .type(String(type ?? 'application/json'))
    .send(response.payload)
}

/** The API may have given the session a new token. */
function passCookies(reply: FastifyReply, { headers }: ApiResponse): void {
  const cookies = headers['set-cookie']
  if (cookies !== undefined) reply.header('set-cookie', cookies)
}

function sendProblem(reply: FastifyReply, status: number, code: string, reason?: string): FastifyReply {
  const problem: ApiProblem = { code, message: code.replaceAll('_', ' '), ...(reason && { reason }) }
  return reply.code(status).type('application/json; charset=utf-8').send(problem)
}

/** Returns undefined when the reports are not known. */
async function reportsOfApi(app: FastifyInstance, token: string | undefined): Promise<ReleaseHealth[] | undefined> {
  if (!token) return undefined
  const { statusCode, payload } = await app.inject({
    url: `${API}${listReleaseHealth.path}?minutes=${REPORT_MINUTES}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  if (statusCode === 200) return listReleaseHealth.response.parse(JSON.parse(payload)).items
  app.log.warn(`The reports of pages are not known: the API responded with ${statusCode}`)
  return undefined
}

/** Returns what `read` has returned in the last ten seconds; simultaneous requests share one reading. */
function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (last && now - last.at < CACHE_MS) return last.value
    const value = read()
    last = { at: now, value }
    value.catch(() => {
      last = undefined
    })
    return value
  }
}
