import { addressGroup } from '@portal/api/http/rate-limit'
import { readContracts } from '@portal/api/portal/openapi/contracts'
import { requestPath } from '@portal/contracts/endpoint'
import { getSessionBootstrap } from '@portal/contracts/session'
import { hiddenAmountsCookie, type PageRegistry } from '@portal/shared/page-protocol'
import type { ApiRead, FillerName, RenderedWith } from '@portal/shared/rendering-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveReleases } from '../../releases/live.ts'
import { type FoundRoute, findFillers, namedFillers, toFillerName } from '../../releases/page-parts.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { askApi } from '../api/ask-api.ts'
import { readCookie, sessionToken } from '../http/cookies.ts'
import { within } from '../http/within.ts'
import { createForeseenReads, type ForeseenReads } from './foreseen-reads.ts'
import { registryFor, registryOfPage } from './page-registry.ts'
import { createStylesheetReader, type InlineStylesheet } from './stylesheets.ts'

/** A page with the data of a session, while it is rendered. */
export type StartedPage = {
  stylesheets: readonly InlineStylesheet[]
  /**
   * Undefined when the page must be the frame: without a session or its data, or when the rendering fails or is late.
   */
  content: Promise<PageContent | undefined>
}

export type PageContent = {
  html: string
  /** What the browser hydrates it with, as JSON. */
  data: string
  /** The registry that the page was rendered with. The browser gets the same one. */
  registry: PageRegistry
}

export type RenderForSession = (
  request: FastifyRequest,
  live: LiveReleases,
  route: FoundRoute | undefined,
) => Promise<StartedPage | undefined>

/** After this time the browser gets the frame, which shows that the data are loading. */
const RENDER_LIMIT_MS = 1500

/** The maximum number of pages in progress. With more, a page would wait longer than 100 ms for its turn. */
const MAX_PAGES = 16

/** The maximum number of pages in progress for one address. */
const MAX_PAGES_PER_ADDRESS = 4

/** The maximum time that a page waits for another page of its session. */
const TURN_LIMIT_MS = 500

/** The maximum number of renderings of a page whose data depend on other data. */
const MAX_RENDERINGS = 4

/**
 * Returns a function that begins to render the page of a request with the data of its own session. It first fetches for
 * this session what earlier pages of this route have read (foreseen-reads.ts). If the page reads more, it is rendered
 * again with that. Undefined when the page cannot be rendered.
 */
export async function createSessionPages(
  app: FastifyInstance,
  renderer: Pick<Renderer, 'render'>,
  filesFolder: string,
): Promise<RenderForSession> {
  const readStylesheets = createStylesheetReader(filesFolder)
  // The contracts are loaded before the first page, which would be late.
  const readable = await readableEndpoints()
  const foreseen = createForeseenReads()

  /** The client address of each page that is rendered now. */
  const inProgress: string[] = []
  const isFullFor = (address: string) =>
    inProgress.length >= MAX_PAGES || inProgress.filter((one) => one === address).length >= MAX_PAGES_PER_ADDRESS

  const takeTurn = createTurns()

  return async (request, live, route) => {
    const address = addressGroup(request.ip)
    if (!route?.remote || route.layout !== 'main') return undefined
    const endTurn = await takeTurn(sessionToken(request) ?? '')
    if (isFullFor(address)) return endTurn()
    const logFailure = (error: unknown) => void request.log.error({ err: error }, 'A page could not be rendered')
    inProgress.push(address)
    const content = renderWithData(apiReader(app, readable, request), renderer, foreseen, request, live, route)
      .catch(logFailure)
      .finally(() => {
        inProgress.splice(inProgress.indexOf(address), 1)
        endTurn()
      })
    const stylesheets = await readStylesheets(live, route).catch(logFailure)
    return stylesheets && { stylesheets, content: within(RENDER_LIMIT_MS, content) }
  }
}

/**
 * Returns a function that waits until the last page of a session is rendered. So the pages of one user, who may request
 * them without pause, take turns, and other requests run between them. It returns what ends the turn.
 */
function createTurns() {
  const last = new Map<string, Promise<void>>()

  return async (session: string): Promise<() => undefined> => {
    const before = last.get(session)
    const own = Promise.withResolvers<void>()
    last.set(session, own.promise)
    if (before) await within(TURN_LIMIT_MS, before)
    return () => {
      own.resolve()
      if (last.get(session) === own.promise) last.delete(session)
    }
  }
}

async function renderWithData(
  api: ApiReader,
  renderer: Pick<Renderer, 'render'>,
  foreseen: ForeseenReads,
  request: FastifyRequest,
  live: LiveReleases,
  route: FoundRoute,
): Promise<PageContent | undefined> {
  const bootstrap = await api.read({ path: getSessionBootstrap.path, params: {}, query: {} })
  if (bootstrap === undefined) return undefined
  const page = { route: route.path, url: request.url }
  const expected = foreseen.expectedReads(live, page, bootstrap)
  const { known: responses, isComplete: areExpectedKnown } = await readAll(api, expected)
  const given = { session: bootstrap, hidesAmounts: readCookie(request, hiddenAmountsCookie) === '1' }
  let fillers: readonly FillerName[] = findFillers(live, route).map(toFillerName)
  for (let renderings = 0; renderings < MAX_RENDERINGS; renderings++) {
    const now = Date.now()
    const asked = { ...given, responses, ...namedFillers(fillers), url: request.url, now, registry: registryFor(live) }
    const result = await renderer.render(live, asked, route)
    if (!result) return undefined
    fillers = result.fillers
    if (result.reads.length === 0) {
      if (result.html === '') return undefined
      const unread = new Set(result.unread?.map((read) => JSON.stringify(read)))
      // A shell of an earlier version does not say what it has not read.
      if (!result.unread || unread.size > 0 || !areExpectedKnown) foreseen.forget(live, page)
      const read = responses.filter((one) => !unread.has(JSON.stringify(one.read)))
      const data: RenderedWith = { ...given, responses: read, ...namedFillers(fillers), now }
      return { html: result.html, data: JSON.stringify(data), registry: registryOfPage(live, route) }
    }
    if (renderings === 0) {
      foreseen.remember(live, page, bootstrap, [...responses.map(({ read }) => read), ...result.reads])
    }
    const { known, isComplete } = await readAll(api, result.reads)
    if (!isComplete) {
      if (fillers.length === 0) return undefined
      // The missing response may be one of a filler, so the page is rendered without fillers.
      fillers = []
    }
    responses.push(...known)
  }
  return undefined
}

/** Returns the responses that the API has for this session. */
async function readAll(api: ApiReader, reads: readonly ApiRead[]) {
  const all = await Promise.all(reads.map(async (read) => ({ read, response: await api.read(read) })))
  const known = all.filter(({ response }) => response !== undefined)
  return { known, isComplete: known.length === all.length }
}

type Readable = ReadonlyMap<string, { path: `/${string}` }>
type ApiReader = ReturnType<typeof apiReader>

/** Reads the API as the browser of the request would, each address once. */
function apiReader(app: FastifyInstance, readable: Readable, request: FastifyRequest) {
  const known = new Map<string, Promise<unknown>>()

  async function readFrom(url: `/${string}`): Promise<unknown> {
    const { statusCode, payload, headers } = await askApi(app, request, { method: 'GET', url })
    // The headers of the page have been sent, so a cookie would be lost and the browser must send this request itself.
    // The API sets no cookie without `Sec-Fetch-Site`, which the browser sends with calls of a page.
    if (statusCode !== 200 || headers['set-cookie']) return undefined
    return JSON.parse(payload)
  }

  return {
    /** Returns undefined when the API has no such response for this session. */
    async read(read: ApiRead): Promise<unknown> {
      // What a page reads is decided by the code of a remote.
      const endpoint = readable.get(read.path)
      if (!endpoint) return undefined
      const url = `/api/v1${requestPath(endpoint, read)}` as const
      const response = known.get(url) ?? readFrom(url)
      known.set(url, response)
      return await response
    },
  }
}

/** Returns the calls that give JSON to a user, by their paths. */
async function readableEndpoints(): Promise<Readable> {
  const { endpoints } = await readContracts()
  return new Map(
    [...endpoints.keys()]
      .filter(({ method, access, produces }) => method === 'GET' && access === 'user' && !produces)
      .map((endpoint) => [endpoint.path, endpoint]),
  )
}
