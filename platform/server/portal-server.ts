import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import { rejectBrokenRequest } from '@portal/api/http/client-errors'
import { endGracefully } from '@portal/api/http/end-gracefully'
import { createHttpServer } from '@portal/api/http/http-server'
import { readRequestId } from '@portal/api/http/request-id'
import { traceRequests } from '@portal/api/http/trace-requests'
import { warnAboutUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { PublicSettings } from '@portal/contracts/public-settings'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { LiveReleases } from '../releases/live.ts'
import { releaseStoreFrom } from '../releases/release-settings.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import type { Renderer, RendererOptions } from '../rendering/renderer.ts'
import { type BrowserReleases, createBrowserReleases } from './browser-releases.ts'
import { mountApi } from './mount-api.ts'
import { servePreview } from './preview.ts'
import { serveProviderForm } from './provider-form/serve-provider-form.ts'
import { followReleases } from './published.ts'
import { createRejections } from './rejections.ts'
import { serveReleaseCalls } from './release-calls.ts'
import { serveReleaseFiles } from './release-files.ts'
import { logRendering } from './render-failures.ts'
import { fileHeaders, pageHeaders } from './security.ts'
import { type SecurityContact, serveSecurityContact } from './security-contact.ts'
import { type ServedPages, servePages } from './serve-pages.ts'
import { serveVersions } from './serve-versions.ts'
import { createSessionPages } from './session-page.ts'
import { createVisitorReader } from './visitor.ts'

export type PortalOptions = {
  /** The API in this process, instead of `apiUrl`. */
  api?: FastifyInstance
  /** The API of another process, `http://127.0.0.1:3100`, or what returns the one that is used now. */
  apiUrl?: string | (() => string) | undefined
  /** By default the log of the API in this process, or no log without an API. */
  log?: FastifyBaseLogger
  /** The releases and the folder of their files on this machine. By default those of this working copy. */
  releases?: ReleaseStore
  /** Browsers reach the portal by https, so it sends strict transport security. */
  tls?: boolean
  /** Sites that may show the card form in a frame: `https://shop.example`. */
  cardFormOrigins?: readonly string[]
  /** Returns the API's settings for all pages, or undefined when they are not known yet. */
  publicSettings?: (() => PublicSettings | undefined) | undefined
  /** Opens what pages report of releases, for the users who may see that. */
  metricsToken?: string | undefined
  /** The contact in /.well-known/security.txt. */
  securityContact?: SecurityContact | undefined
  /** Makes what renders the pages of signed-in users on the server; without it they get the empty frame. */
  createRenderer?: ((options: RendererOptions) => Renderer) | undefined
  /** Its users are made up, so the log may have what their pages say. */
  demo?: boolean
  /** Developers may show builds of their own machines in it. */
  previews?: boolean
  /** Bundles that change during development and replace releases, with a function that serves them (platform/dev). */
  development?: { published: LiveReleases; serve?(app: FastifyInstance): Promise<void> }
  /** Addresses of proxies that are trusted about the browser's address. */
  trustProxy?: readonly string[]
  /** Aborted when the process is about to end. */
  stopping?: AbortSignal | undefined
}

/**
 * Creates the server that browsers connect to, with HTML, static releases, security headers, and the API behind `/api`.
 */
export async function createPortalServer(options: PortalOptions): Promise<FastifyInstance> {
  const { development, releases = releaseStoreFrom({}), tls, publicSettings = () => undefined } = options
  const sandboxBank = () => publicSettings()?.sandbox_bank === true
  /** The live shell, as soon as it is known. */
  let shell = () => development?.published.shell
  const rejections = createRejections({ safety: options, shell: () => shell(), sandboxBank })
  const app = createApp(options, rejections)
  await mountApi(app, options)
  const renderer = options.createRenderer?.({
    filesFolder: releases.filesFolder,
    ...logRendering(app, { demo: options.demo ?? false }),
  })
  const published = await followPublished(app, options, releases, renderer)
  shell = () => published().shell
  await renderer?.prepare(published())
  const { metricsToken } = options
  const isReadOnly = development !== undefined
  serveReleaseCalls(app, { store: releases, published, metricsToken, isReadOnly, safety: options })
  const readVisitor = createVisitorReader(app)
  const browserReleases = createBrowserReleases(published, { tls }, readVisitor)
  await app.register((files) => serveStatic(files, options, { releases, published, browserReleases }))
  if (options.previews) await app.register((pages) => servePreviews(pages, options))
  await app.register((pages) => serveProviderForm(pages, { tls, published, publicSettings }))
  const render = renderer && (await createSessionPages(app, renderer, releases.filesFolder))
  await serveAllPages(app, options, { published, browserReleases, readVisitor, sandboxBank, render })
  return app
}

/** Creates the server without routes. The parts inherit its handlers when they are registered. */
function createApp(options: PortalOptions, rejections: ReturnType<typeof createRejections>): FastifyInstance {
  const log = options.log ?? options.api?.log
  const app = Fastify({
    clientErrorHandler(error, socket) {
      if (!rejections.endTooLong(error, socket)) rejectBrokenRequest(error, socket)
    },
    // The API of another process decides about its own requests.
    serverFactory: (handler) => createHttpServer(options.api?.admission?.guard(handler) ?? handler),
    // Received requests, and later ones on a connection that is in use, get their response before the server closes.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: [...(options.trustProxy ?? [])],
    requestIdHeader: false,
    genReqId: readRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be decoded, such as `/%E0%A4%A`, has no route here or in the API.
    frameworkErrors: (_error, request, reply) => rejections.notFound(request as FastifyRequest, reply as FastifyReply),
    ...(log && { loggerInstance: log }),
  })
  endGracefully(app, options.stopping)
  // An API in this process logs the warning itself.
  if (options.apiUrl) warnAboutUnknownProxy(app)
  traceRequests(app, 'portal')
  app.setNotFoundHandler(rejections.notFound)
  app.setErrorHandler(rejections.failed)
  return app
}

/** Returns what gives the live releases. The renderer prepares each set of releases before it is live. */
async function followPublished(
  app: FastifyInstance,
  { development }: PortalOptions,
  releases: ReleaseStore,
  renderer: Renderer | undefined,
): Promise<() => LiveReleases> {
  const { published, stop } = development
    ? { published: () => development.published, stop() {} }
    : await followReleases(releases, app.log, async (next) => renderer?.prepare(next))
  app.addHook('onClose', async () => {
    stop()
    await renderer?.close()
  })
  return published
}

type StaticFiles = { releases: ReleaseStore; published: () => LiveReleases; browserReleases: BrowserReleases }

/** Serves the files of releases, and what else has an address of its own and is not a page. */
async function serveStatic(
  files: FastifyInstance,
  options: PortalOptions,
  { releases, published, browserReleases }: StaticFiles,
): Promise<void> {
  await files.register(helmet, fileHeaders(options))
  await serveReleaseFiles(files, releases, published)
  await servePublic(files)
  serveVersions(files, browserReleases, releases)
  if (options.securityContact) serveSecurityContact(files, options.securityContact)
  await options.development?.serve?.(files)
}

async function servePreviews(pages: FastifyInstance, { tls }: PortalOptions): Promise<void> {
  await pages.register(helmet, pageHeaders({ tls }))
  servePreview(pages, { tls })
}

/** Serves the pages of the portal, and the card form, which other sites may show in a frame. */
async function serveAllPages(
  app: FastifyInstance,
  { tls, previews = false, cardFormOrigins = [] }: PortalOptions,
  served: ServedPages,
): Promise<void> {
  await app.register((pages) => servePages(pages, '/*', { tls, previews }, served))
  await app.register((pages) => servePages(pages, '/cards/card-form', { tls, embeddedBy: cardFormOrigins }, served))
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
