import { warnAboutUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { proxyApi } from './api/proxy-api.ts'
import { createServer } from './create-server.ts'
import { servePages } from './pages/serve-pages.ts'
import { startRenderer } from './pages/start-renderer.ts'
import type { PortalOptions } from './portal-with-api.ts'
import { createBrowserReleases } from './releases/browser-releases.ts'
import { publishReleases } from './releases/live-releases.ts'
import { serveReleaseCalls } from './releases/release-calls.ts'
import { serveFiles } from './releases/serve-files.ts'

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
  const renderer = startRenderer(app, options)
  await publishReleases(app, options.releases, renderer)
  const browserReleases = createBrowserReleases(app, options)
  await app.register(serveReleaseCalls, options)
  await app.register(serveFiles, { ...options, browserReleases })
  await app.register(servePages, { ...options, browserReleases, renderer })
  return app
}
