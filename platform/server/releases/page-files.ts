import type { RemoteRoute } from '@portal/shared/manifest'
import { fileAddress, type PartFiles, type RemoteRelease } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import { type FoundRoute, findFillers, findRoute } from '../../releases/page-parts.ts'

export type PageFile = {
  href: string
  integrity: string
  file: string
  release: { name: string; version: string }
  /** The file fills a slot of the page. */
  isOfSlot?: boolean
}

// The HTML names everything that a remote's page will request, so that the browser requests it immediately: the part of
// the shell that runs remotes, the remote's entry and page, the remotes that fill its slots, and shared modules.

/** Returns the files of the page that the HTML is for. */
export function preloadsFor(live: LiveReleases, route: FoundRoute | undefined): PageFile[] {
  const remote = live.remotes.find(({ name }) => name === route?.remote)?.current
  return remote && route ? filesOfPage(live, remote, route) : []
}

/** Returns the files of the home page. A page before sign-in requests them while the user fills in the form. */
export function filesOfHome(live: LiveReleases): PageFile[] {
  const { shell } = live
  return [...pageFiles(shell, [...shell.css, ...shell.scripts]), ...preloadsFor(live, findRoute(live, '/'))]
}

/** Returns the addresses of the files of each page by its path. The page's registry has their integrity. */
export function addressesByPage(live: LiveReleases, remote: RemoteRelease): Record<string, string[]> {
  return Object.fromEntries(
    remote.manifest.routes
      .filter(({ path }) => remote.pages[path])
      .map((route) => [route.path, filesOfPage(live, remote, route).map(({ href }) => href)]),
  )
}

function filesOfPage(live: LiveReleases, remote: RemoteRelease, route: RemoteRoute): PageFile[] {
  const page = remote.pages[route.path]
  if (!page) return []
  const { shell } = live
  const fillers = findFillers(live, route).map(({ slot, release }) => ({
    release,
    part: release.slots?.[slot] ?? noPart,
  }))
  const consumes = [page, ...fillers.map(({ part }) => part)].flatMap((part) => part.consumes)
  const ofShell = [...shell.host, ...consumes.flatMap((key) => shell.provides[key] ?? [])]
  const inPage = new Set([...shell.scripts, ...shell.css])
  return [
    ...pageFiles(
      shell,
      ofShell.filter((file) => !inPage.has(file)),
    ),
    ...pageFiles(remote, [remote.entry, ...page.files]),
    ...fillers.flatMap(({ release, part }) => filesOfSlot(release, part)),
  ]
}

/** The part of a development server's release, which names no files. */
const noPart: PartFiles = { files: [], consumes: [] }

function filesOfSlot(release: RemoteRelease, { files }: PartFiles): PageFile[] {
  return pageFiles(release, files.length > 0 ? [release.entry, ...files] : []).map((file) => ({
    ...file,
    isOfSlot: true,
  }))
}

export function pageFiles(
  release: { name: string; version: string; files: Record<string, string> | null },
  files: readonly string[],
): PageFile[] {
  return [...new Set(files)].map((file) => ({
    href: fileAddress(release, file),
    integrity: release.files?.[file] ?? '',
    file,
    release,
  }))
}
