import { createHash } from 'node:crypto'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFolder from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { fileHeaders, type Transport } from '../http/security.ts'
import { sendCompressed } from '../http/send-text.ts'
import type { BrowserReleases } from './browser-releases.ts'
import { serviceWorkerScript } from './precache-manifest.ts'
import { serveReleaseFiles } from './release-files.ts'

export type FileOptions = Transport & { releases: ReleaseStore }

type Options = FileOptions & { browserReleases: BrowserReleases }

/** Serves the files of releases, and what else has an address of its own and is not a page. */
export async function serveFiles(app: FastifyInstance, options: Options): Promise<void> {
  const { releases, browserReleases } = options
  await app.register(helmet, fileHeaders(options))
  await serveReleaseFiles(app, releases)
  await app.register(serveFolder, {
    root: join(import.meta.dirname, '../public'),
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    maxAge: '1d',
  })
  serveVersions(app, browserReleases, releases)
}

/**
 * Serves the service worker, and the live versions, by which an open tab finds new releases
 * (shell/src/updates/new-release).
 */
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
