import type { FastifyInstance } from 'fastify'
import { mountApi } from './api/mount-api.ts'
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
  const renderer = startRenderer(app, options)
  await publishReleases(app, options.releases, renderer)
  const browserReleases = createBrowserReleases(app, options)
  await app.register(serveReleaseCalls, options)
  await app.register(serveFiles, { ...options, browserReleases })
  await app.register(servePages, { ...options, browserReleases, renderer })
  return app
}
