import { readBuild } from '../bundler/build-release.ts'
import { prune } from './prune.ts'
import type { Names, Registry, ReleasePointer } from './registry.ts'
import { changeRegistry, storeRelease } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'

/** What a release was made from. */
export type ReleaseOrigin = Pick<ReleasePointer, 'source' | 'promotedFrom'>

type Change = {
  /** As the registry records it: `release mfe-tips 3f2a…`. */
  reason: string
  /** Who does it. */
  by?: string | undefined
  /** Changes one name. */
  change: (names: Names, name: string, pointer: ReleasePointer) => Names
  /** Checks against what is live at that moment; when it throws, that stays live. Returns `uncheckedShells` of the remotes. */
  check?: (names: Names) => Promise<string[]>
  /** Returns what the registry records of the origin of a build. */
  originOf?: (name: string) => ReleaseOrigin
  report: (line: string) => void
}

/** Stores builds, by their folders, and puts them live by one registry, which it returns: pages get all of them or none. */
export async function putLive(
  store: ReleaseStore,
  builds: readonly string[],
  { reason, by, change, check, originOf, report }: Change,
): Promise<Registry> {
  let stored: { name: string; pointer: ReleasePointer }[] | undefined
  const live = await changeRegistry(store, { reason, by }, async (before) => {
    const uncheckedShells = await check?.(before)
    stored ??= await Promise.all(
      builds.map(async (folder) => ({ name: readBuild(folder).name, pointer: await storeRelease(store, folder) })),
    )
    const described = (name: string, pointer: ReleasePointer): ReleasePointer => ({
      ...pointer,
      ...(uncheckedShells && name !== 'shell' && { uncheckedShells }),
      ...originOf?.(name),
    })
    return stored.reduce((changed, { name, pointer }) => change(changed, name, described(name, pointer)), before)
  })
  for (const folder of builds) await prune(store, readBuild(folder).name, live, report)
  return live
}
