import { releaseBase } from '@portal/shared/release/release'
import type { Published } from './published.ts'
import type { FoundRoute } from './route-of.ts'

export type PageFile = { href: string; integrity: string }

/**
 * Everything that a remote's page will ask for, so that the browser asks at once: the part of the shell that runs
 * remotes, the remote's entry and page, and the shell's modules that they use.
 */
export function preloadsFor({ shell, remotes }: Published, route: FoundRoute | undefined): PageFile[] {
  const remote = remotes.find(({ name }) => name === route?.remote)?.current
  const page = route && remote?.pages[route.path]
  if (!remote || !page) return []
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
    href: releaseBase(release) + file,
    integrity: release.files?.[file] ?? '',
  }))
}
