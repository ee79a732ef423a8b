import { warnAboutUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { mountApi } from './api/mount-api.ts'
import { proxyApi } from './api/proxy-api.ts'
import { createServer, type ServerOptions } from './create-server.ts'
import { type PageOptions, servePages } from './pages/serve-pages.ts'
import { type RendererSettings, startRenderer } from './pages/start-renderer.ts'
import { createBrowserReleases } from './releases/browser-releases.ts'
import { publishReleases } from './releases/live-releases.ts'
import { type ReleaseCallOptions, serveReleaseCalls } from './releases/release-calls.ts'
import { type FileOptions, serveFiles } from './releases/serve-files.ts'

/** The settings of a portal server that serves the releases of a store. */
export type PortalOptions = ServerOptions & RendererSettings & ReleaseCallOptions & FileOptions & PageOptions

/** Creates the server that browsers connect to, with the API in its process. */
export async function createPortalWithApi(api: FastifyInstance, options: PortalOptions): Promise<FastifyInstance> {
  const app = createServer(options, api)
  await mountApi(app, api)
  return await servePortal(app, options)
}

/** `apiUrl` returns the address of the API that is used now: `http://127.0.0.1:3100`. */
type OtherProcess = { apiUrl: () => string; log?: FastifyBaseLogger }

/** Creates the server that browsers connect to, which proxies the API of another process. */
export async function createPortalBesideApi(
  { apiUrl, log }: OtherProcess,
  options: PortalOptions,
): Promise<FastifyInstance> {
  const app = createServer(options, { log })
  warnAboutUnknownProxy(app)
  await proxyApi(app, { apiUrl, stopping: options.stopping })
  return await servePortal(app, options)
}

/** Adds what the portal serves beside its API: the live releases, their files, and pages. */
async function servePortal(app: FastifyInstance, options: PortalOptions): Promise<FastifyInstance> {
  const renderer = startRenderer(app, options)
  await publishReleases(app, options.releases, renderer)
  const browserReleases = createBrowserReleases(app, options)
  await app.register(serveReleaseCalls, options)
  await app.register(serveFiles, { ...options, browserReleases })
  await app.register(servePages, { ...options, browserReleases, renderer })
  return app
}
