import { fileAddress, type LoadedPart, type RemoteRelease, type ShellRelease } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import { type FoundRoute, routeOf } from './route-of.ts'

export type PageFile = { href: string; integrity: string; file: string; release: { name: string; version: string } }

// The HTML names everything that a remote's page will request, so that the browser requests it immediately: the part of the shell
// that runs remotes, the remote's entry and page, and the shell's modules that they use.

/** Returns the files of the page that the HTML is for. */
export function preloadsFor({ shell, remotes }: LiveReleases, route: FoundRoute | undefined): PageFile[] {
  const remote = remotes.find(({ name }) => name === route?.remote)?.current
  const page = route && remote?.pages[route.path]
  return remote && page ? filesOfPage(shell, remote, page) : []
}

/** Returns what the portal needs to show its home page: a page before sign-in requests it while the user fills in the form. */
export function filesOfHome(live: LiveReleases): PageFile[] {
  const { shell } = live
  return [...filesOf(shell, [...shell.css, ...shell.scripts]), ...preloadsFor(live, routeOf(live, '/'))]
}

/** Returns the addresses of the files of each page, by its path. The page's registry has their integrity. */
export function addressesByPage(shell: ShellRelease, remote: RemoteRelease): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(remote.pages).map(([path, page]) => [
      path,
      filesOfPage(shell, remote, page).map(({ href }) => href),
    ]),
  )
}

function filesOfPage(shell: ShellRelease, remote: RemoteRelease, page: LoadedPart): PageFile[] {
  const ofShell = [...shell.host, ...page.consumes.flatMap((key) => shell.provides[key] ?? [])]
  const inPage = new Set([...shell.scripts, ...shell.css])
  return [
    ...filesOf(
      shell,
      ofShell.filter((file) => !inPage.has(file)),
    ),
    ...filesOf(remote, [remote.entry, ...page.files]),
  ]
}

export function filesOf(
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
