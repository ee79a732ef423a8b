import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release, RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { incompatibilities } from './compatibility/incompatibilities.ts'
import { type LiveReleases, whyUnusable } from './live.ts'
import type { Preview } from './registry.ts'
import { readRelease, storeRelease } from './releases.ts'
import { signPreview, verifyPreview } from './signature.ts'
import type { ReleaseStore } from './stores/store.ts'

// A preview is a build of a remote that is stored beside the releases. No registry names it, so pages do not get it,
// except for a user who chooses it (server/releases/chosen-releases.ts).

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000

/** How many previews a remote has at most. */
const MAX_PREVIEWS = 20

/** Makes the version of a preview another one than that of a release of the same sources, so it cannot be put live. */
export const previewPrefix = 'preview-'

/** `until` is when it ends, ISO 8601. */
export type ShownPreview = { release: RemoteRelease; until: string }

/**
 * Stores the build of a preview. If it is stored already, it lasts longer.
 * @throws Error when another build of the version is stored
 */
export async function addPreview(store: ReleaseStore, folder: string): Promise<Preview> {
  const { name, version }: Release = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  const { integrity } = await storeRelease(store, folder, async (stored) => {
    // A damaged record is replaced.
    const before = await readPreview(store, name, version).catch(() => undefined)
    return before?.integrity === stored.integrity
  })
  const preview = { name, version, integrity, until: new Date(Date.now() + LIFETIME_MS).toISOString() }
  await store.previews.write(recordName(name, version), signPreview(preview, store.signingKey))
  return preview
}

/**
 * Returns a preview that has not ended and works with the shell. Its files are on this machine then.
 * @throws Error when its record or its files are damaged
 */
export async function findPreview(
  store: ReleaseStore,
  shell: ShellRelease,
  { name, version }: Pick<Preview, 'name' | 'version'>,
): Promise<ShownPreview | undefined> {
  const preview = await readPreview(store, name, version)
  if (!preview || hasEnded(preview)) return undefined
  const release = await readRelease<RemoteRelease>(store, name, preview)
  if (whyUnusable(release).length > 0 || incompatibilities(shell, release).length > 0) return undefined
  await store.download?.(name, version)
  return { release, until: preview.until }
}

/** Returns the releases with a preview in place of its remote. The page does not fall back to another release. */
export function withPreview(live: LiveReleases, { release, until }: ShownPreview): LiveReleases {
  const { name, version } = release
  const flags = live.remotes.find((remote) => remote.name === name)?.flags
  const others = live.remotes.filter((remote) => remote.name !== name)
  const remotes = [...others, { name, current: release, flags }]
  // Sorted by name as the live releases are, because pages show fillers of the same order in the order of remotes.
  remotes.sort((one, other) => one.name.localeCompare(other.name))
  return { ...live, remotes, preview: { name, version, until } }
}

/**
 * Removes the previews of a remote that have ended, and the oldest above the limit. Returns the versions of the others.
 * A record that cannot be read or verified at this moment removes nothing, because anybody with access to the store
 * can write one.
 */
export async function endPreviews(store: ReleaseStore, name: string): Promise<string[]> {
  const unread: string[] = []
  const previews: Preview[] = []
  for (const file of await store.previews.list()) {
    const [, version] = file.startsWith(`${name}@`) ? (/@(preview-[\w.-]+)\.json$/.exec(file) ?? []) : []
    if (!version) continue
    const preview = await readPreview(store, name, version).catch(() => undefined)
    if (preview) previews.push(preview)
    else unread.push(version)
  }
  previews.sort((one, other) => other.until.localeCompare(one.until))
  const lasting = previews.filter((preview) => !hasEnded(preview)).slice(0, MAX_PREVIEWS)
  for (const preview of previews) {
    if (lasting.includes(preview)) continue
    await store.removeRelease(name, preview.version)
    await store.previews.remove(recordName(name, preview.version))
  }
  return [...unread, ...lasting.map(({ version }) => version)]
}

async function readPreview(store: ReleaseStore, name: string, version: string): Promise<Preview | undefined> {
  if (!version.startsWith(previewPrefix)) return undefined
  const text = await store.previews.read(recordName(name, version))
  if (text === undefined) return undefined
  const preview = verifyPreview(text, store.publicKeys)
  if (preview.name === name && preview.version === version) return preview
  throw new Error(`The record of preview ${version} of ${name} names another preview`)
}

function recordName(name: string, version: string): string {
  return `${name}@${version}.json`
}

function hasEnded({ until }: Preview): boolean {
  return !(Date.parse(until) > Date.now())
}
