import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { integrityOf, isOfEntryPages, nameOf, type RemoteRelease } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { findFillers } from '../releases/page-parts.ts'
import { filesOf, type PageFile } from './preloads.ts'

/**
 * Returns `/sw.js`: the precache manifest, which makes it another script after each release, and the code of the shell's
 * release, since browsers check no integrity of what a worker imports. Undefined for a development server, which has no worker.
 * @throws Error when the code is missing or has another hash than in the release; the browser then continues with its worker
 */
export async function serviceWorkerScript(published: LiveReleases, filesFolder: string): Promise<string | undefined> {
  const { name, version, files, serviceWorker } = published.shell
  if (!serviceWorker) return undefined
  const code = await readFile(join(filesFolder, name, version, serviceWorker), 'utf8')
  if (integrityOf(code) !== files?.[serviceWorker]) {
    throw new Error(`${serviceWorker} of ${nameOf(published.shell)} is not as the release says`)
  }
  // Shells that were released before this name read `offlineKit`.
  return `self.precacheManifest = self.offlineKit = ${JSON.stringify(precacheManifest(published))};\n${code}`
}

/** Without a network no user can sign in, so the pages for that are not stored. */
function isOfPortal(file: string): boolean {
  return !isOfEntryPages(file)
}

/**
 * Names all files of the portal in the shell, and of the remotes that have a page for reading without a network, and those that fill the
 * slots of such pages.
 */
function precacheManifest({ shell, remotes }: LiveReleases): PrecacheManifest {
  const current = remotes.map((remote) => remote.current)
  const isOffline = ({ manifest }: RemoteRelease) => manifest.routes.some(({ offline }) => offline)
  const whole = [shell, ...current.filter(isOffline)].flatMap((release) =>
    filesOf(release, Object.keys(release.files ?? {}).filter(isOfPortal)),
  )
  const ofSlots = current
    .flatMap(({ manifest }) => manifest.routes.filter(({ offline }) => offline))
    .flatMap((route) => findFillers({ remotes }, route))
    .flatMap(({ slot, release }) => filesOf(release, [release.entry, ...(release.slots?.[slot]?.files ?? [])]))
  // No file twice, which a cache does not accept.
  const files = [...new Map([...whole, ...ofSlots].map((file) => [file.href, file])).values()]
  const routes = [...shell.routes, ...remotes.flatMap(({ current }) => current.manifest.routes)]
  const sections = routes.filter(({ layout }) => layout === 'main').map(({ path }) => path.split('/')[1] ?? '')
  return { name: `precache-${versionOf(files)}`, files, sections: [...new Set(sections)] }
}

function versionOf(files: readonly PageFile[]): string {
  return createHash('sha256')
    .update(files.map(({ href }) => href).join('\n'))
    .digest('hex')
    .slice(0, 12)
}
