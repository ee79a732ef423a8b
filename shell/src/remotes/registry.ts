import type { RemoteManifest } from '@portal/shared/remote'

/** One published build of a remote, as its `release.json` says. */
export type RemoteRelease = {
  version: string
  /** Where its files are: `/releases/mfe-tips/3f2a…/`. */
  base: string
  entry: string
  /** The global variable that the entry sets. It carries the version: two releases may live in one page. */
  container: string
  /** Integrity by file name; a file that is not here is not loaded. Null: a development server's, all of them. */
  files: Record<string, string> | null
  manifest: RemoteManifest
  /**
   * By path: addresses of all that a page needs beside the shell's first files. Undefined: of a build on a developer's
   * machine, or from a portal server that is older than this shell.
   */
  pages?: Record<string, string[]>
}

export type RegisteredRemote = {
  current: RemoteRelease
  /** What to run when the current one does not start. */
  previous?: RemoteRelease
}

/** All that this page knows of the remotes: the portal server writes it into the HTML. */
export type Registry = {
  /** Grows with each release. */
  sequence: number
  shell: Pick<RemoteRelease, 'version' | 'base' | 'files'>
  remotes: Record<string, RegisteredRemote>
}

let registry: Registry | undefined

export function readRegistry(): Registry {
  if (!registry) {
    const text = document.getElementById('registry')?.textContent
    if (!text) throw new Error('The page has no registry of remotes: was it served by the portal server?')
    registry = JSON.parse(text) as Registry
  }
  return registry
}
