import { readBuild } from '../bundler/build-release.ts'
import { prune } from './prune.ts'
import { type Entry, entryPointers, type Names, type Registry, type ReleasePointer } from './registry.ts'
import { changeRegistry, storeRelease } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'

/** What a release was made from, and whether it was tested. */
export type ReleaseOrigin = Pick<ReleasePointer, 'source' | 'promotedFrom' | 'untested'>

type Change = {
  /** The reason in the registry: `release mfe-tips 3f2a…`. */
  reason: string
  /** The user who makes the change. */
  by?: string | undefined
  /** Returns the names with one of them changed. */
  change: (names: Names, name: string, pointer: ReleasePointer) => Names
  /** Returns `uncheckedShells` of the remotes. If it throws, the live releases stay live. */
  check?: (names: Names) => Promise<string[]>
  /** Returns the origin of a build for the registry. */
  toOrigin?: (name: string) => ReleaseOrigin
  report: (line: string) => void
}

/** Stores the builds and puts all of them live with one registry, which it returns. `builds` are their folders. */
export async function putLive(
  store: ReleaseStore,
  builds: readonly string[],
  { reason, by, change, check, toOrigin, report }: Change,
): Promise<Registry> {
  let stored: { name: string; pointer: ReleasePointer }[] | undefined
  const live = await changeRegistry(store, { reason, by }, async (before) => {
    const uncheckedShells = await check?.(before)
    stored ??= await Promise.all(
      builds.map(async (folder) => ({ name: readBuild(folder).name, pointer: await storeRelease(store, folder) })),
    )
    const described = (name: string, pointer: ReleasePointer): ReleasePointer => {
      const { untested, ...origin } = toOrigin?.(name) ?? {}
      return {
        ...pointer,
        ...(uncheckedShells && name !== 'shell' && { uncheckedShells }),
        ...origin,
        ...(untested && !wasTested(before[name], pointer) && { untested }),
      }
    }
    return stored.reduce((changed, { name, pointer }) => change(changed, name, described(name, pointer)), before)
  })
  for (const folder of builds) await prune(store, readBuild(folder).name, live, report)
  return live
}

/** Returns whether this version was released with its tests before: its sources are the same. */
function wasTested(entry: Entry | undefined, { version }: ReleasePointer): boolean {
  return entry !== undefined && entryPointers(entry).some((known) => known.version === version && !known.untested)
}
