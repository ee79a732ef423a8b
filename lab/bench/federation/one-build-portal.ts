import type { LiveReleases } from '@portal/platform/releases/live'
import { proxyApi } from '@portal/platform/server/api/proxy-api'
import { createServer } from '@portal/platform/server/create-server'
import { servePages } from '@portal/platform/server/pages/serve-pages'
import { startRenderer } from '@portal/platform/server/pages/start-renderer'
import { createBrowserReleases } from '@portal/platform/server/releases/browser-releases'
import { serveFiles } from '@portal/platform/server/releases/serve-files'
import type { createPortalBesideApi } from '@portal/platform/server/serve-portal'
import { oneBuildStore } from './one-build.ts'
import { createOneRenderer } from './one-build-server.ts'

/** Creates a portal server whose pages have the files of the one build. */
export async function createOneBuildPortal(
  apiUrl: string,
  published: LiveReleases,
): ReturnType<typeof createPortalBesideApi> {
  const options = { releases: oneBuildStore, createRenderer: createOneRenderer }
  const app = createServer({})
  await proxyApi(app, { apiUrl: () => apiUrl })
  const renderer = startRenderer(app, options)
  await renderer?.prepare(published)
  app.decorate('published', () => published)
  const browserReleases = createBrowserReleases(app, options)
  await app.register(serveFiles, { ...options, browserReleases })
  await app.register(servePages, { ...options, browserReleases, renderer })
  return app
}
