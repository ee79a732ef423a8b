import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFolder from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ReleaseStore } from '../../releases/stores/store.ts'
import { fileHeaders, type Transport } from '../http/security.ts'
import { type SecurityContact, serveSecurityContact } from '../http/security-contact.ts'
import type { BrowserReleases } from './browser-releases.ts'
import { serveReleaseFiles } from './release-files.ts'
import { serveVersions } from './serve-versions.ts'

export type FileOptions = Transport & {
  releases: ReleaseStore
  /** The contact in /.well-known/security.txt. */
  securityContact?: SecurityContact | undefined
}

type Options = FileOptions & { browserReleases: BrowserReleases }

/** Serves the files of releases, and what else has an address of its own and is not a page. */
export async function serveFiles(app: FastifyInstance, options: Options): Promise<void> {
  const { releases, securityContact, browserReleases } = options
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
  if (securityContact) serveSecurityContact(app, securityContact)
}
