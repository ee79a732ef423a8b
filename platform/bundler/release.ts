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
   * Calls of the API that it uses, `GET /user/cards/{id}`. Undefined in releases from before they were listed,
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

/** Files with this extension are not served to browsers (platform/server/releases/release-files.ts). */
export const serverFile = 'server.cjs'

/** Files without an extension are not served to browsers. */
export const sourcesFile = 'sources'
export const sourceMapsFile = 'source-maps'

/** Files that one dynamic import brings, and the modules of the shell that they ask for. */
export type PartFiles = { files: string[]; consumes: string[] }

export type RemoteRelease = Built & {
  entry: string
  /** The global variable that the entry sets. */
  container: string
  manifest: RemoteManifest
  /** What to preload for each route, by its path. */
  pages: Record<string, PartFiles>
  /**
   * What to preload with a page whose slot the remote fills, by the name of the slot.
   * Undefined in releases before there were slots.
   */
  slots?: Record<string, PartFiles>
  /** Names it takes from each shared module. */
  uses: Record<string, string[]>
  /** Brotli, by file name. */
  bytes: Record<string, number>
  budget: RemoteBudget
  /** The SDK that built it, `1.0.0`. Undefined in releases before 30 November 2026, and in a development server's. */
  sdk?: string | undefined
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
 * The pages before sign-in: the texts of their stylesheets, all scripts that they may load, and for each path the HTML
 * in `#root` and the scripts that it needs.
 */
export type EntryPages = {
  sheets: Record<string, string>
  scripts: string[]
  pages: Record<string, { html: string; scripts: string[] }>
}

export type ShellRelease = Built & {
  /** The scripts in the order of the page. */
  scripts: string[]
  css: string[]
  /** The part that runs remotes. */
  host: string[]
  /** The files that bring each shared module. Empty when the page's scripts contain the module. */
  provides: Record<string, string[]>
  /** Names that each shared module has. */
  gives: Record<string, string[]>
  routes: readonly RemoteRoute[]
  /** It runs remotes that this SDK or a later one built. Undefined in releases before 30 November 2026. */
  oldestSdk?: string | undefined
  /** Undefined in a development server's shell, and in releases before these pages were React; `main` has them too. */
  prerendered?: EntryPages | undefined
  /**
   * Its types for remotes, `{ 'ui/button/button.d.ts': '…' }`. Undefined in releases before 28 November 2026,
   * which name no file for them.
   */
  types?: { file: string; integrity: string } | undefined
  /** The file with the code of `/sw.js`. Undefined in a development server's shell. */
  serviceWorker?: string | undefined
}

export type Release = RemoteRelease | ShellRelease

export function isShell(file: Release): file is ShellRelease {
  return 'provides' in file
}

/** Remotes are built for the shell's version of this package (shell/src/remotes/host.ts). */
export const federation = '@module-federation/enhanced'

/**
 * A shell with this constant rejects remotes that an earlier SDK built. A new value ends the support of those before,
 * for reasons that the compiler cannot see (docs/versioning.md).
 */
export const OLDEST_SDK = '1.0.0'

/** `sha256-…`, as HTML writes the integrity of a file. */
export function toIntegrity(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

/** `mfe-tips 3f2a…` */
export function formatRelease({ name, version }: Pick<Built, 'name' | 'version'>): string {
  return `${name} ${version}`
}

/** A shell's types for remotes are in it. */
export const apiTypesFile = 'api-types.json'

/**
 * The integrity of a remote's scripts and stylesheets by file name. A page that was rendered on the server contains
 * only the hashes of its own files and reads the others from this list (platform/server/pages/page-registry.ts). Older
 * releases have no such list.
 */
export const fileList = 'files.json'

/** `/releases/mfe-tips/3f2a…/` */
export function releaseBase({ name, version }: { name: string; version: string }): string {
  return `/releases/${name}/${version}/`
}

/**
 * Returns the address of a file. The shell's files have a part of their hash in place of the version, so that browsers
 * load only changed files again: `/releases/shell/8556c4b6d2f0/vendor.js`. The files of a remote contain its version,
 * so they change in each release. The page has this function too (platform/server/inline/early-script.ts).
 */
export function fileAddress(release: Pick<Built, 'name' | 'version' | 'files'>, file: string): string {
  const integrity = release.name === 'shell' && release.files?.[file]
  return integrity ? `/releases/shell/${digestIn(integrity)}/${file}` : releaseBase(release) + file
}

/** `sha256-hVbEttLw…` → `8556c4b6d2f0`. It looks like a version, so service workers of old shells cache the file. */
export function digestIn(integrity: string): string {
  return Buffer.from(integrity.slice('sha256-'.length), 'base64').toString('hex').slice(0, 12)
}
