import { join } from 'node:path'
import helmet from '@fastify/helmet'
import { warnAboutUnknownProxy } from '@portal/api/http/unknown-proxy'
import type { FastifyInstance } from 'fastify'
import { cacheFolder } from '../bundler/paths.ts'
import type { LiveReleases } from '../releases/live.ts'
import { createFolderStore } from '../releases/stores/folder-store.ts'
import { proxyApi } from './api/proxy-api.ts'
import { createServer } from './create-server.ts'
import { fileHeaders } from './http/security.ts'
import { servePages } from './pages/serve-pages.ts'
import { createBrowserReleases } from './releases/browser-releases.ts'
import { serveReleaseCalls } from './releases/release-calls.ts'
import { serveFiles } from './releases/serve-files.ts'

type DevelopmentOptions = {
  apiUrl: string
  /** Bundles that change, instead of stored releases. */
  published: LiveReleases
  serveBundles: (app: FastifyInstance) => Promise<void>
}

/** Creates the server of `npm run dev`, which shows the bundles of development servers. */
export async function createDevelopmentPortal(options: DevelopmentOptions): Promise<FastifyInstance> {
  // The bundles come from elsewhere, so it has no releases.
  const releases = createFolderStore(join(cacheFolder, 'no-releases'))
  const app = createServer({})
  warnAboutUnknownProxy(app)
  await proxyApi(app, { apiUrl: () => options.apiUrl })
  app.decorate('published', () => options.published)
  const browserReleases = createBrowserReleases(app, { releases })
  await app.register(serveReleaseCalls, { releases, isReadOnly: true })
  await app.register(async (bundles) => {
    await bundles.register(helmet, fileHeaders({}))
    await options.serveBundles(bundles)
  })
  await app.register(serveFiles, { releases, browserReleases })
  await app.register(servePages, { releases, browserReleases })
  return app
}
