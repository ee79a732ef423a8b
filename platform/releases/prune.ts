import { endPreviews } from './previews.ts'
import { entryPointers, type Registry } from './registry.ts'
import type { ReleaseStore } from './stores/store.ts'

/** This many registries are retained as a record of what was released. */
const MAX_REGISTRIES = 100

/** How many releases to keep for open tabs, in addition to the releases that pages may get. */
const MAX_OTHER_RELEASES = 20

/**
 * Removes the oldest registries, previews that have ended, the oldest releases of a name that pages no longer get, and
 * what interrupted processes have left. It runs after a release is live, so a failure to delete is only reported, in a
 * line.
 */
export async function prune(
  store: ReleaseStore,
  name: string,
  { sequence: live, names }: Pick<Registry, 'sequence' | 'names'>,
  report: (line: string) => void,
): Promise<void> {
  let old = name
  try {
    const releases = await oldReleases(store, name, names)
    // Invalid registries above the live one do not count, because they would displace it.
    const registries = (await store.listRegistries()).filter((sequence) => sequence <= live).slice(MAX_REGISTRIES)
    old = `${releases.length} old releases of ${name}, ${registries.length} old registries`
    for (const version of releases) await store.removeRelease(name, version)
    for (const sequence of registries) await store.removeRegistry(sequence)
    await store.removeUnfinished(name)
  } catch (error) {
    report(`Not pruned, for now: ${old}. ${(error as Error).message}`)
  }
}

async function oldReleases(store: ReleaseStore, name: string, names: Registry['names']): Promise<string[]> {
  const registered = names[name]
  const live = new Set(registered ? entryPointers(registered).map(({ version }) => version) : [])
  for (const version of await endPreviews(store, name)) live.add(version)
  const dated: { version: string; builtAt: string }[] = []
  for (const version of await store.listReleases(name)) {
    if (live.has(version)) continue
    const text = await store.readFile(name, version, 'release.json')
    // Another process may be storing one at this moment.
    if (text) dated.push({ version, builtAt: buildTime(text.toString()) })
  }
  dated.sort((one, other) => other.builtAt.localeCompare(one.builtAt))
  return dated.slice(MAX_OTHER_RELEASES).map(({ version }) => version)
}

/** Returns nothing for a damaged release.json, which is the oldest then. */
function buildTime(release: string): string {
  try {
    return String(JSON.parse(release).builtAt)
  } catch {
    return ''
  }
}
