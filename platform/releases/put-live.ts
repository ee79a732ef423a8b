import { readBuild } from '../bundler/build-release.ts'
import { prune } from './prune.ts'
import type { Registry, ReleasePointer, ReleaseSource } from './registry.ts'
import { changeRegistry, storeRelease } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'

type Names = Registry['names']

type Change = {
  /** As the registry records it: `release mfe-tips 3f2a…`. */
  reason: string
  /** Changes one name. */
  change: (names: Names, name: string, pointer: ReleasePointer) => Names
  /** Checks against what is live at that moment; when it throws, that stays live. Returns `uncheckedShells` of the remotes. */
  check?: (names: Names) => Promise<string[]>
  /** What the builds were made from. */
  source?: ReleaseSource
  report: (line: string) => void
}

/** Stores builds, by their folders, and puts them live by one registry, which it returns: pages get all of them or none. */
export async function putLive(
  store: ReleaseStore,
  builds: readonly string[],
  { reason, change, check, source, report }: Change,
): Promise<Registry> {
  let stored: { name: string; pointer: ReleasePointer }[] | undefined
  const live = await changeRegistry(store, reason, async (before) => {
    const uncheckedShells = await check?.(before)
    stored ??= await Promise.all(
      builds.map(async (folder) => ({ name: readBuild(folder).name, pointer: await storeRelease(store, folder) })),
    )
    const described = (name: string, pointer: ReleasePointer): ReleasePointer => ({
      ...pointer,
      ...(uncheckedShells && name !== 'shell' && { uncheckedShells }),
      ...(source && { source }),
    })
    return stored.reduce((changed, { name, pointer }) => change(changed, name, described(name, pointer)), before)
  })
  for (const folder of builds) await prune(store, readBuild(folder).name, live, report)
  return live
}
