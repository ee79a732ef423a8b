import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { formatRelease, isOfEntryPages, type RemoteRelease, toIntegrity } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import { findFillers } from '../../releases/page-parts.ts'
import { type PageFile, pageFiles } from './page-files.ts'

/**
 * Returns `/sw.js`: the precache manifest, which changes the script in each release, and the code of the shell's
 * release. The code is included because browsers check no integrity of a worker's imports. Undefined for a development
 * server. @throws Error when the code is missing or its hash differs from the release; the browser then keeps its
 * worker
 */
export async function serviceWorkerScript(published: LiveReleases, filesFolder: string): Promise<string | undefined> {
  const { name, version, files, serviceWorker } = published.shell
  if (!serviceWorker) return undefined
  const code = await readFile(join(filesFolder, name, version, serviceWorker), 'utf8')
  if (toIntegrity(code) !== files?.[serviceWorker]) {
    throw new Error(`${serviceWorker} of ${formatRelease(published.shell)} is not as the release says`)
  }
  // Earlier releases of the shell read `offlineKit`.
  return `self.precacheManifest = self.offlineKit = ${JSON.stringify(precacheManifest(published))};\n${code}`
}

/** Users cannot sign in without a network, so the pages before sign-in are not stored. */
function isOfPortal(file: string): boolean {
  return !isOfEntryPages(file)
}

/**
 * Lists all portal files of the shell, the files of the pages that work without a network, also those that they load
 * later, and the files of the remotes that fill slots of these pages.
 */
function precacheManifest({ shell, remotes }: LiveReleases): PrecacheManifest {
  const current = remotes.map((remote) => remote.current)
  const ofShell = pageFiles(shell, Object.keys(shell.files ?? {}).filter(isOfPortal))
  const ofPages = current.flatMap((release) => pageFiles(release, offlineFiles(release)))
  const ofSlots = current
    .flatMap(({ manifest }) => manifest.routes.filter(({ offline }) => offline))
    .flatMap((route) => findFillers({ remotes }, route))
    .flatMap(({ slot, release }) => pageFiles(release, [release.entry, ...(release.slots?.[slot]?.files ?? [])]))
  // A cache rejects a list that has a file twice.
  const files = [...new Map([...ofShell, ...ofPages, ...ofSlots].map((file) => [file.href, file])).values()]
  const routes = [...shell.routes, ...remotes.flatMap(({ current }) => current.manifest.routes)]
  const sections = routes.filter(({ layout }) => layout === 'main').map(({ path }) => path.split('/')[1] ?? '')
  return { name: `precache-${filesVersion(files)}`, files, sections: [...new Set(sections)] }
}

/** No page names the files that it loads later, so these are all files but those of the other pages. */
function offlineFiles({ manifest, pages, files }: RemoteRelease): string[] {
  const isOffline = new Set(manifest.routes.filter(({ offline }) => offline).map(({ path }) => path))
  if (isOffline.size === 0) return []
  const ofPages = Object.entries(pages)
  const needed = new Set(ofPages.filter(([path]) => isOffline.has(path)).flatMap(([, page]) => page.files))
  const others = new Set(ofPages.filter(([path]) => !isOffline.has(path)).flatMap(([, page]) => page.files))
  return Object.keys(files ?? {}).filter((file) => needed.has(file) || !others.has(file))
}

function filesVersion(files: readonly PageFile[]): string {
  return createHash('sha256')
    .update(files.map(({ href }) => href).join('\n'))
    .digest('hex')
    .slice(0, 12)
}
