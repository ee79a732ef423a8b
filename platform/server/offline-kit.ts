import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { integrityOf, nameOf } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { filesOf, type PageFile } from './preloads.ts'

/**
 * `/sw.js`: names what to keep, so that it is another script after each release, and has the code of the release of the
 * shell in it: what a worker imports is held to no integrity by a browser. Undefined: a development server's shell has none.
 * @throws Error when the code is not there or not as the release says; the browser then keeps the worker that it has
 */
export async function serviceWorkerScript(published: LiveReleases, filesFolder: string): Promise<string | undefined> {
  const { name, version, files, serviceWorker } = published.shell
  if (!serviceWorker) return undefined
  const code = await readFile(join(filesFolder, name, version, serviceWorker), 'utf8')
  if (integrityOf(code) !== files?.[serviceWorker]) {
    throw new Error(`${serviceWorker} of ${nameOf(published.shell)} is not as the release says`)
  }
  return `self.offlineKit = ${JSON.stringify(offlineKit(published))};\n${code}`
}

/** All of the shell, and of the remotes that have a page to be read without a network. */
function offlineKit({ shell, remotes }: LiveReleases): PrecacheManifest {
  const releases = [
    shell,
    ...remotes.map(({ current }) => current).filter(({ manifest }) => manifest.routes.some(({ offline }) => offline)),
  ]
  const files = releases.flatMap((release) => filesOf(release, Object.keys(release.files ?? {})))
  const routes = [...shell.routes, ...remotes.flatMap(({ current }) => current.manifest.routes)]
  const sections = routes.filter(({ layout }) => layout === 'main').map(({ path }) => path.split('/')[1] ?? '')
  return { name: `kit-${versionOf(files)}`, files, sections: [...new Set(sections)] }
}

function versionOf(files: readonly PageFile[]): string {
  return createHash('sha256')
    .update(files.map(({ href }) => href).join('\n'))
    .digest('hex')
    .slice(0, 12)
}
