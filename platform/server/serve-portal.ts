import type { FastifyInstance } from 'fastify'
import type { ServerOptions } from './create-server.ts'
import { type PageOptions, servePages } from './pages/serve-pages.ts'
import { type RendererSettings, startRenderer } from './pages/start-renderer.ts'
import { createBrowserReleases } from './releases/browser-releases.ts'
import { publishReleases } from './releases/live-releases.ts'
import { type ReleaseCallOptions, serveReleaseCalls } from './releases/release-calls.ts'
import { type FileOptions, serveFiles } from './releases/serve-files.ts'

/** The settings of a portal server that serves the releases of a store. */
export type PortalOptions = ServerOptions & RendererSettings & ReleaseCallOptions & FileOptions & PageOptions

/** Adds what the portal serves beside its API: the live releases, their files, and pages. */
export async function servePortal(app: FastifyInstance, options: PortalOptions): Promise<FastifyInstance> {
  const renderer = startRenderer(app, options)
  await publishReleases(app, options.releases, renderer)
  const browserReleases = createBrowserReleases(app, options)
  await app.register(serveReleaseCalls, options)
  await app.register(serveFiles, { ...options, browserReleases })
  await app.register(servePages, { ...options, browserReleases, renderer })
  return app
}
