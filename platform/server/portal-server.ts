import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import { createFairTurns, leavePlace } from '@portal/api/http/admission/fair-turns'
import { guardServer } from '@portal/api/http/connections/guarded-server'
import { endGracefully } from '@portal/api/http/end-gracefully'
import { isOfOtherSite } from '@portal/api/http/other-site'
import { requestIdOf } from '@portal/api/http/request-id'
import { storageProblem } from '@portal/api/http/storage-problem'
import { traceRequests } from '@portal/api/http/trace-requests'
import { warnOfUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { ApiProblem } from '@portal/contracts/api-problem'
import type { PublicSettings } from '@portal/contracts/public-settings'
import { pageHeader } from '@portal/shared/page-protocol'
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
import { routeOf } from '../releases/route-of.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import type { SendEvent } from '../releases/webhook.ts'
import type { Renderer, RendererOptions } from '../rendering/renderer.ts'
import { type BrowserReleases, createBrowserReleases } from './browser-releases.ts'
import { takeChoice } from './chosen-releases.ts'
import { sessionOf } from './cookies.ts'
import { isOfApi, mountApi } from './mount-api.ts'
import { createNoPlacePage } from './no-place-page.ts'
import { linksOfScripts, renderPage, restOfPage, startOfPage } from './page.ts'
import { serviceWorkerScript } from './precache-manifest.ts'
import { allowPreview, previewOf, servePreview } from './preview.ts'
import { serveProviderForm } from './provider-form/serve-provider-form.ts'
import { followReleases } from './published.ts'
import { serveReleaseCalls } from './release-calls.ts'
import { serveReleaseFiles } from './release-files.ts'
import { reportRenderFailures } from './render-failures.ts'
import { errorHeaders, fileHeaders, mayHaveOpener, otherPageHeaders, type PageSafety, pageHeaders } from './security.ts'
import { type SecurityContact, serveSecurityContact } from './security-contact.ts'
import { sendCompressed, sendInParts } from './send-text.ts'
import { createSessionPages, type RenderForSession } from './session-page.ts'
import { createVisitorReader, type ReadVisitor } from './visitor.ts'

export type PortalOptions = {
  /** The API in this process, instead of `apiUrl`. */
  api?: FastifyInstance
  /** The API of another process, `http://127.0.0.1:3100`, or what returns the one that is used now. */
  apiUrl?: string | (() => string) | undefined
  /** Default: the API's in this process, else none. */
  log?: FastifyBaseLogger
  /** Releases and the folder of their files on this machine. Default: those of this working copy. */
  releases?: ReleaseStore
  /** Browsers reach the portal by https, so it sends strict transport security. */
  tls?: boolean
  /** Sites that may show the card form in a frame: `https://shop.example`. */
  cardFormOrigins?: readonly string[]
  /** Returns what the settings of the API say about all pages. Undefined: not known yet. */
  publicSettings?: (() => PublicSettings | undefined) | undefined
  /** Opens what pages report of releases, for the users who may see that. */
  metricsToken?: string | undefined
  /** Tells a system outside of changes that users make. */
  sendEvent?: SendEvent | undefined
  /** For /.well-known/security.txt. */
  securityContact?: SecurityContact | undefined
  /** Makes what renders the pages of signed-in users on the server; without it they get the empty frame. */
  createRenderer?: ((options: RendererOptions) => Renderer) | undefined
  /** Developers may show builds of their own machines in it. */
  previews?: boolean
  /** Bundles that change during development and replace releases, with a function that serves them (platform/dev). */
  development?: { published: LiveReleases; serve?(app: FastifyInstance): Promise<void> }
  /** Addresses of proxies that are trusted about the browser's address. */
  trustProxy?: readonly string[]
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}

/** Creates the server that browsers connect to, with HTML, static releases, security headers, and the API behind `/api`. */
export async function createPortalServer(options: PortalOptions): Promise<FastifyInstance> {
  const { development, releases = releaseStoreFrom({}), trustProxy = [], publicSettings = () => undefined } = options
  const sandboxBank = () => publicSettings()?.sandbox_bank === true
  const log = options.log ?? options.api?.log
  const { options: guard, connections } = guardServer({ rejection: createNoPlacePage(sandboxBank) })
  const app = Fastify({
    ...guard,
    serverFactory: (handler, serverOptions) => guard.serverFactory(guardHandler(handler, options), serverOptions),
    // Received requests, and later ones on a connection that is in use, get their response before the server closes.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: [...trustProxy],
    requestIdHeader: false,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that is no text, `/%E0%A4%A`, has no route, neither here nor in the API.
    frameworkErrors: (_error, request, reply) => sendNotFound(reply as FastifyReply, request.url, options),
    ...(log && { loggerInstance: log }),
  })
  endGracefully(app, connections, options.stopping)
  // An API in this process warns by itself.
  if (options.apiUrl) warnOfUnknownProxy(app)
  traceRequests(app, 'portal')
  await mountApi(app, options)
  // The parts below inherit these handlers when they are registered.
  app.setNotFoundHandler((request, reply) => sendNotFound(reply, request.url, options))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const storage = storageProblem(error)
    const status = storage?.status ?? error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    reply.headers(errorHeaders(options))
    if (storage) reply.header('Retry-After', storage.data.retry_after)
    return reply.code(status).type('text/plain; charset=utf-8').send(`${STATUS_CODES[status]}\n`)
  })
  const renderer = options.createRenderer?.({
    filesFolder: releases.filesFolder,
    onFailure: reportRenderFailures(app),
    log: (fields, message) => app.log.warn(fields, message),
  })
  const followed = development
    ? { published: () => development.published, stop() {} }
    : await followReleases(releases, app.log, async (next) => renderer?.prepare(next))
  app.addHook('onClose', async () => {
    followed.stop()
    await renderer?.close()
  })
  const { published } = followed
  await renderer?.prepare(published())
  const { tls, cardFormOrigins = [], previews = false, metricsToken, sendEvent } = options
  serveReleaseCalls(app, { store: releases, published, metricsToken, sendEvent, isReadOnly: development !== undefined })
  const readVisitor = createVisitorReader(app)
  const browserReleases = createBrowserReleases(published, { tls }, readVisitor)
  await app.register(async (files) => {
    await files.register(helmet, fileHeaders(options))
    await serveReleaseFiles(files, releases, published)
    await servePublic(files)
    serveVersions(files, browserReleases, releases)
    if (options.securityContact) serveSecurityContact(files, options.securityContact)
    await development?.serve?.(files)
  })
  if (previews) {
    await app.register(async (pages) => {
      await pages.register(helmet, pageHeaders({ tls }))
      servePreview(pages, { tls })
    })
  }
  await app.register((pages) => serveProviderForm(pages, { tls, published, publicSettings }))
  const render = renderer && (await createSessionPages(app, renderer, releases.filesFolder))
  const served = { published, browserReleases, readVisitor, sandboxBank, render }
  await app.register((pages) => servePages(pages, '/*', { tls, previews }, served))
  await app.register((pages) => servePages(pages, '/cards/card-form', { tls, embeddedBy: cardFormOrigins }, served))
  return app
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Serves browsers in turn, except in development, where files take seconds to be built. */
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

/** Serves the icons and what else has an address of its own. */
async function servePublic(app: FastifyInstance): Promise<void> {
  await app.register(serveFiles, {
    root: join(import.meta.dirname, 'public'),
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    maxAge: '1d',
  })
}

/** Serves the live versions, by which an open tab detects new releases (shell/src/new-release), and the service worker. */
function serveVersions(
  app: FastifyInstance,
  { ofBrowser, ofUser }: BrowserReleases,
  { filesFolder }: ReleaseStore,
): void {
  app.get('/registry.json', async (request, reply) => {
    const { sequence, shell, remotes } = await ofUser(request, reply)
    reply.header('Cache-Control', 'no-store')
    const versions = Object.fromEntries(remotes.map(({ name, current }) => [name, current.version]))
    return { sequence, shell: shell.version, remotes: versions }
  })
  app.get('/sw.js', async (request, reply) => {
    const script = await serviceWorkerScript(ofBrowser(request, reply), filesFolder)
    if (!script) return reply.callNotFound()
    // Browsers request it after each start.
    const tag = `W/"${createHash('sha256').update(script).digest('base64url')}"`
    reply.type('text/javascript; charset=utf-8').headers({ 'Cache-Control': 'no-cache', ETag: tag })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return sendCompressed(request, reply.header('Vary', 'Accept-Encoding'), script)
  })
}

type Served = {
  published: () => LiveReleases
  browserReleases: BrowserReleases
  readVisitor: ReadVisitor
  sandboxBank: () => boolean
  /** Undefined: pages of signed-in users are the frame. */
  render: RenderForSession | undefined
}

async function servePages(
  app: FastifyInstance,
  address: string,
  safety: PageSafety,
  { published, browserReleases, readVisitor, sandboxBank, render }: Served,
): Promise<void> {
  await app.register(helmet, pageHeaders(safety))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(otherPageHeaders(safety))
    if (!mayHaveOpener(request)) reply.removeHeader('Cross-Origin-Opener-Policy')
  })
  app.get(address, async (request, reply) => {
    // `new URL` reads `//x/` as another host, and throws for `//`.
    const [pathname = ''] = request.url.split('?')
    const { accept = '*/*' } = request.headers
    const acceptsHtml = accept.includes('text/html')
    // The response for a missing file is never a page, whatever the request accepts.
    if (/\.\w+$/.test(pathname) || !(acceptsHtml || accept.includes('*/*'))) return reply.callNotFound()
    if (acceptsHtml && (await takeChoice(request, reply, safety, published(), readVisitor))) return reply
    const live = await browserReleases.ofPage(request, reply)
    const route = routeOf(live, pathname)
    // A client that accepts anything, such as a health check, gets existing pages only.
    if (!route && !acceptsHtml) return reply.callNotFound()
    const preview = safety.previews ? previewOf(request, safety) : undefined
    if (preview) allowPreview(reply, preview)
    const isSignedIn = sessionOf(request) !== undefined
    const mayRender = render && request.method === 'GET' && isSignedIn && !preview && !isForFrame(request)
    // It has a limit of its own, above which pages are frames.
    if (mayRender) leavePlace(reply.raw)
    const started = mayRender ? await render(request, live, route) : undefined
    const page = {
      published: live,
      route,
      nonce: reply.cspNonce.script,
      styleNonce: reply.cspNonce.style,
      hasSession: isSignedIn,
      embeddedBy: safety.embeddedBy,
      preview,
      sandboxBank: sandboxBank(),
      sheets: started?.sheets,
    }
    reply.code(route ? 200 : 404).type('text/html; charset=utf-8')
    reply.headers({
      'Cache-Control': started ? 'no-store' : 'no-cache',
      Vary: 'Accept-Encoding, Cookie, Sec-Fetch-Site',
    })
    if (!started) return sendCompressed(request, reply, renderPage(page))
    return sendInParts(request, reply.header('Link', linksOfScripts(live, page.nonce)), {
      start: startOfPage(page),
      rest: started.content.then((content) => restOfPage(page, content)),
      isPlain: isOfOtherSite(request),
    })
  })
}

/**
 * Returns whether the request is for the frame: of the service worker, which stores it, also of one of an earlier release. A navigation
 * that passes through the service worker has no destination in Chromium, but its mode.
 */
function isForFrame({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-mode': mode } = headers
  return headers[pageHeader] === 'frame' || (destination !== 'document' && mode !== 'navigate')
}
