import { mkdirSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import { createFairTurns, leaveTurn } from '@portal/api/http/admission/fair-turns'
import { guardServer } from '@portal/api/http/connections/guarded-server'
import { endGracefully } from '@portal/api/http/end-gracefully'
import { storageProblem } from '@portal/api/http/storage-problem'
import { warnOfUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { ApiProblem } from '@portal/contracts/api-problem'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { LiveReleases } from '../releases/live.ts'
import { releaseStoreFrom } from '../releases/release-settings.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { acceptsBrotli } from './accepts-brotli.ts'
import { bucketOf, liveFor } from './browser-bucket.ts'
import { isOfApi, mountApi } from './mount-api.ts'
import { noPlacePage } from './no-place-page.ts'
import { renderPage } from './page.ts'
import { serviceWorkerScript } from './precache-manifest.ts'
import { allowPreview, previewOf, servePreview } from './preview.ts'
import { followReleases, forBrowser } from './published.ts'
import { routeOf } from './route-of.ts'
import { errorHeaders, fileHeaders, otherPageHeaders, type PageSafety, pageHeaders } from './security.ts'
import { type SecurityContact, serveSecurityContact } from './security-contact.ts'

export type PortalOptions = {
  /** The API in this process. Either this or `apiUrl`. */
  api?: FastifyInstance
  /** The API of another process: `http://127.0.0.1:3100`. */
  apiUrl?: string | undefined
  /** Default: the API's in this process, else none. */
  log?: FastifyBaseLogger
  /** What is released, and where its files are on this machine. Default: this working copy's. */
  releases?: ReleaseStore
  /** The portal is reached by https: strict transport security is promised. */
  tls?: boolean
  /** Sites that may show the card form in a frame: `https://shop.example`. */
  cardFormOrigins?: readonly string[]
  /** For /.well-known/security.txt. */
  securityContact?: SecurityContact | undefined
  /** Developers may show builds of their own machines in it. */
  previews?: boolean
  /** Instead of releases: bundles that change while they are developed, and what serves them (platform/dev). */
  development?: { published: LiveReleases; serve?(app: FastifyInstance): Promise<void> }
  /** Addresses of proxies that are believed about the browser's address. */
  trustProxy?: readonly string[]
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}

/** The one server that browsers see: HTML, static releases, security headers, the API behind `/api`. */
export async function createPortalServer(options: PortalOptions): Promise<FastifyInstance> {
  const { development, releases = releaseStoreFrom({}), trustProxy = [] } = options
  const log = options.log ?? options.api?.log
  const { options: guard, connections } = guardServer({ rejection: noPlacePage })
  const app = Fastify({
    ...guard,
    serverFactory: (handler, given) => guard.serverFactory(guardHandler(handler, options), given),
    // What has been asked is answered before the server closes, and what still comes on a connection that is in use.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: [...trustProxy],
    logController: new LogController({ disableRequestLogging: true }),
    // An address that is no text, `/%E0%A4%A`, has no route, neither here nor in the API.
    frameworkErrors: (_error, request, reply) => sendNotFound(reply as FastifyReply, request.url, options),
    ...(log && { loggerInstance: log }),
  })
  endGracefully(app, connections, options.stopping)
  // An API in this process warns by itself.
  if (options.apiUrl) warnOfUnknownProxy(app)
  await mountApi(app, options)
  // Before the parts below, which take them over when they are registered.
  app.setNotFoundHandler((request, reply) => sendNotFound(reply, request.url, options))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const storage = storageProblem(error)
    const status = storage?.status ?? error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    reply.headers(errorHeaders(options))
    if (storage) reply.header('Retry-After', storage.data.retry_after)
    return reply.code(status).type('text/plain; charset=utf-8').send(`${STATUS_CODES[status]}\n`)
  })
  const followed = development
    ? { published: () => development.published, stop() {} }
    : await followReleases(releases, app.log)
  app.addHook('onClose', async () => followed.stop())
  const { published } = followed
  const { tls, cardFormOrigins = [], previews = false } = options
  await app.register(async (files) => {
    await files.register(helmet, fileHeaders(options))
    await serveStatic(files, releases)
    serveVersions(files, { tls }, published, releases)
    if (options.securityContact) serveSecurityContact(files, options.securityContact)
    await development?.serve?.(files)
  })
  if (previews) {
    await app.register(async (pages) => {
      await pages.register(helmet, pageHeaders({ tls }))
      servePreview(pages, { tls })
    })
  }
  await app.register((pages) => servePages(pages, '/*', { tls, previews }, published))
  await app.register((pages) => servePages(pages, '/cards/card-form', { tls, embeddedBy: cardFormOrigins }, published))
  return app
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Nothing keeps the requests of a developer's own browser apart, whose files take seconds to be built. */
function guardHandler(handle: Handler, { api, development, trustProxy = [] }: PortalOptions): Handler {
  if (api?.admission) return api.admission.guard(handle, { apiAlone: development !== undefined })
  if (development) return handle
  const handleInTurn = createFairTurns({ trustProxy })(handle)
  // The API of another process decides about its own requests.
  return (request, response) => (isOfApi(request.url) ? handle(request, response) : handleInTurn(request, response))
}

function sendNotFound(reply: FastifyReply, url: string, safety: PageSafety): FastifyReply {
  reply.code(404).headers(errorHeaders(safety))
  if (url.startsWith('/api/')) return reply.send({ code: 'not_found', message: 'not found' } satisfies ApiProblem)
  return reply.type('text/plain; charset=utf-8').send('Not found\n')
}

async function serveStatic(app: FastifyInstance, { filesFolder, download }: ReleaseStore): Promise<void> {
  mkdirSync(filesFolder, { recursive: true })
  if (download) {
    // A tab that is open may ask for a release that is no longer live.
    app.addHook('onRequest', async ({ url }, reply) => {
      const [, name, version] = /^\/releases\/([a-z-]+)\/([0-9a-f]{12})\//.exec(url) ?? []
      if (!name || !version) return
      leaveTurn(reply.raw)
      await download(name, version)
    })
  }
  // Names carry a version, so a file never changes; a missing one is 404 and never a page.
  await app.register(serveFiles, {
    root: filesFolder,
    prefix: '/releases/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    globIgnore: ['**/*'],
    // Whoever may write there must not put a page of this origin there: it would run with the visitor's session.
    allowedPath: (path) => /\.(js|css|json)$/.test(path),
  })
  await app.register(serveFiles, {
    root: join(import.meta.dirname, 'public'),
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    maxAge: '1d',
  })
}

/** What a tab that is open asks, to know of releases since (shell/src/new-release), and its service worker. */
function serveVersions(
  app: FastifyInstance,
  safety: PageSafety,
  published: () => LiveReleases,
  { filesFolder }: ReleaseStore,
): void {
  app.get('/registry.json', async (request, reply) => {
    const { sequence, shell, remotes } = liveFor(request, reply, published(), safety)
    reply.header('Cache-Control', 'no-store')
    const versions = Object.fromEntries(remotes.map(({ name, current }) => [name, current.version]))
    return { sequence, shell: shell.version, remotes: versions }
  })
  app.get('/sw.js', async (request, reply) => {
    const script = await serviceWorkerScript(liveFor(request, reply, published(), safety), filesFolder)
    if (!script) return reply.callNotFound()
    return reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(script)
  })
}

const brotli = promisify(brotliCompress)

async function servePages(
  app: FastifyInstance,
  address: string,
  safety: PageSafety,
  published: () => LiveReleases,
): Promise<void> {
  await app.register(helmet, pageHeaders(safety))
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(otherPageHeaders(safety))
  })
  app.get(address, async (request, reply) => {
    // Not by `new URL`: of `//x/` it makes another host, and of `//` a failure.
    const [pathname = ''] = request.url.split('?')
    const { accept = '*/*' } = request.headers
    const asksForPage = accept.includes('text/html')
    // A missing file is never answered with a page, whatever the browser says that it takes.
    if (/\.\w+$/.test(pathname) || !(asksForPage || accept.includes('*/*'))) return reply.callNotFound()
    const live = forBrowser(published(), bucketOf(request, reply, safety))
    const route = routeOf(live, pathname)
    // Whoever takes anything, as what looks whether the portal is up, gets the pages there are.
    if (!route && !asksForPage) return reply.callNotFound()
    const preview = safety.previews ? previewOf(request, safety) : undefined
    if (preview) allowPreview(reply, preview)
    const html = renderPage({
      published: live,
      route,
      nonce: reply.cspNonce.script,
      hasSession: hasSession(request),
      embeddedBy: safety.embeddedBy,
      preview,
    })
    reply.code(route ? 200 : 404).type('text/html; charset=utf-8')
    reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' })
    if (!acceptsBrotli(request.headers['accept-encoding'])) return html
    // It differs by its nonce each time: a light compression, not the best one.
    return reply
      .header('Content-Encoding', 'br')
      .send(await brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
  })
}

/** Only whether there is one; the API decides whether it holds. */
function hasSession(request: FastifyRequest): boolean {
  return /(?:^|;\s*)(?:__Host-)?session=/.test(request.headers.cookie ?? '')
}
