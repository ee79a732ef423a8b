import { createHash } from 'node:crypto'
import type { RemoteBudget, RemoteManifest, RemoteRoute } from '@portal/shared/manifest'

// What a build says of itself in `releases/<name>/<version>/release.json`. The portal server and the registry know
// nothing else about a bundle.

type Built = {
  name: string
  /** Hash of everything the build was made of. */
  version: string
  builtAt: string
  /** Integrity (sha256) by file name. Null: a development server's, which change by the minute. */
  files: Record<string, string> | null
  /** Addresses of pages that its sources name: `/settings/cards/…/edit` for one with a value in it. */
  addresses: string[]
  /**
   * Calls of the API that it uses, `GET /user/cards/{id}`. Undefined in releases before they were listed,
   * and in a development server's.
   */
  calls?: string[] | undefined
  /** Packages it was built with: `{ react: '19.3.1' }`. */
  shared: Record<string, string>
  /**
   * The bundle for the processes that render pages on the server; browsers do not get it. Undefined in releases before
   * there were such processes, and in a development server's.
   */
  server?: { file: string; integrity: string } | undefined
  /**
   * The sources of a remote, for the check of later shells; browsers do not get them. Undefined in releases before they
   * were stored, and of the shell.
   */
  sources?: { file: string; integrity: string } | undefined
  /**
   * Where the code of each script comes from, for `release:trace`; browsers do not get it.
   * Undefined in releases before there were maps.
   */
  maps?: { file: string; integrity: string } | undefined
}

/** No file of this extension is served to browsers (platform/server/release-files.ts). */
export const serverFile = 'server.cjs'

/** Neither is one without an extension. */
export const sourcesFile = 'sources'
export const sourceMapsFile = 'source-maps'

/** Files that one dynamic import brings, and the modules of the shell that they ask for. */
export type LoadedPart = { files: string[]; consumes: string[] }

export type RemoteRelease = Built & {
  entry: string
  /** The global variable that the entry sets. */
  container: string
  manifest: RemoteManifest
  /** By path of the route: what to preload for it. */
  pages: Record<string, LoadedPart>
  /**
   * By name of the slot that it fills: what to preload with the page that offers it.
   * Undefined in releases before there were slots.
   */
  slots?: Record<string, LoadedPart>
  /** Names it takes from each shared module. */
  uses: Record<string, string[]>
  /** Brotli, by file name. */
  bytes: Record<string, number>
  budget: RemoteBudget
  /**
   * By the registry, not by the build: shells that it may not run in, because its types were not checked with theirs.
   */
  uncheckedShells?: string[] | undefined
}

/** The entry of the pages before sign-in. */
export const entryPagesName = 'entry-pages'

/** `entry-pages.css`: only these pages request it. */
export function isOfEntryPages(file: string): boolean {
  return file.startsWith(`${entryPagesName}.`)
}

/**
 * The pages before sign-in: the text of each of their stylesheets, all scripts that they may load, and by path the HTML in `#root` and the
 * scripts that it needs.
 */
export type EntryPages = {
  sheets: Record<string, string>
  scripts: string[]
  pages: Record<string, { html: string; scripts: string[] }>
}

export type ShellRelease = Built & {
  /** In the order of the page. */
  scripts: string[]
  css: string[]
  /** The part that runs remotes. */
  host: string[]
  /** Files that bring each shared module; none where the scripts have it. */
  provides: Record<string, string[]>
  /** Names that each shared module has. */
  gives: Record<string, string[]>
  routes: readonly RemoteRoute[]
  /** Undefined in a development server's shell, and in releases before these pages were React; `main` has them too. */
  prerendered?: EntryPages | undefined
  /**
   * Its types for remotes, `{ 'ui/button/button.d.ts': '…' }`. Undefined in releases before 28 November 2026,
   * which name no file for them.
   */
  types?: { file: string; integrity: string } | undefined
  /** The code behind `/sw.js`. Undefined: a development server's shell has none. */
  serviceWorker?: string | undefined
}

export type Release = RemoteRelease | ShellRelease

export function isShell(file: Release): file is ShellRelease {
  return 'provides' in file
}

/** One of `shared`: remotes are built for the runtime that the shell has (shell/src/remotes/runtime-for-remotes.ts). */
export const federation = '@module-federation/enhanced'

/** `sha256-…`, as HTML writes the integrity of a file. */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

/** `mfe-tips 3f2a…` */
export function nameOf({ name, version }: Pick<Built, 'name' | 'version'>): string {
  return `${name} ${version}`
}

/** A shell's types for remotes are in it. */
export const apiTypesFile = 'api-types.json'

/**
 * Integrity by file name of the scripts and stylesheets of a remote. A page that was rendered on the server has that of
 * only its own files, and reads it for the others (platform/server/page-registry.ts).
 * Releases before there was such a list have none.
 */
export const fileList = 'files.json'

/** `/releases/mfe-tips/3f2a…/` */
export function releaseBase({ name, version }: { name: string; version: string }): string {
  return `/releases/${name}/${version}/`
}

/**
 * Returns the address of a file. That of the shell's has a part of its hash in place of the version, so that browsers
 * load only those again that a release has changed: `/releases/shell/8556c4b6d2f0/vendor.js`. A remote's file names its
 * version in its code, and is another one in each release. The page has this function too
 * (platform/server/inline/early-script.ts).
 */
export function fileAddress(release: Pick<Built, 'name' | 'version' | 'files'>, file: string): string {
  const integrity = release.name === 'shell' && release.files?.[file]
  return integrity ? `/releases/shell/${digestIn(integrity)}/${file}` : releaseBase(release) + file
}

/**
 * `sha256-hVbEttLw…` → `8556c4b6d2f0`: it looks like a version, so service workers of earlier shells cache the file.
 */
export function digestIn(integrity: string): string {
  return Buffer.from(integrity.slice('sha256-'.length), 'base64').toString('hex').slice(0, 12)
}
